//===- RealAllocator.h - the allocator of the program ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_REALALLOCATOR_H
#define MEMFACET_RUNTIME_HOOKS_REALALLOCATOR_H

#include <cstddef>

namespace memfacet::hooks {

struct RealAllocator {
  void *(*Malloc)(size_t);
  void (*Free)(void *);
  void *(*Calloc)(size_t, size_t);
  void *(*Realloc)(void *, size_t);
  void *(*ReallocArray)(void *, size_t, size_t);
  void *(*Memalign)(size_t, size_t);
  void *(*AlignedAlloc)(size_t, size_t);
  int (*PosixMemalign)(void **, size_t, size_t);
  void *(*Valloc)(size_t);
  void *(*Pvalloc)(size_t);
  size_t (*UsableSize)(void *);
};

/// Returns the next allocator in the search order. While it is being looked up,
/// returns libc's own, under the names that no library interposes.
const RealAllocator &realAllocator();

} // namespace memfacet::hooks

#endif

//===- Heap.h - memory of a process that runs for long --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_HEAP_H
#define MEMFACET_SUPPORT_HEAP_H

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace memfacet {

/// Makes all threads allocate from one heap from here on. With a heap for each
/// of them, what a thread frees is no room for what another needs, and memory
/// grows with the number of threads. Must be called before threads are made.
inline void useOneHeap() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

/// Gives free pages back to the system. Called when much was freed, and nothing
/// will need as much soon.
inline void giveFreePagesBack() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

} // namespace memfacet

#endif

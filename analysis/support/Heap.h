//===- Heap.h - memory of a process that runs for long --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_HEAP_H
#define MEMFACET_SUPPORT_HEAP_H

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace memfacet {

/// All threads allocate from one heap from here on. With one for each of them,
/// what a thread frees is no room for what another needs, and memory grows with
/// the number of threads. To be called before threads are made.
inline void useOneHeap() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

/// Gives pages that are free to the system: much was freed, and nothing will
/// need as much soon.
inline void giveFreePagesBack() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

} // namespace memfacet

#endif

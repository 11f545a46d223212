//===- UnseenAllocations.cpp - allocations that no hook sees --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserted code reports every block that it gets, with the cursor from before
// the call. If the cursor has not moved, neither the interposed allocator nor
// instrumented code has run: the program is statically linked, or its allocator
// comes before the interposed one in the search order. From the first such
// block on, releases are recorded as well. A hook that sees the same release
// does not record it again (writeFree), unless other events come between: twice
// does no harm.
//
//===----------------------------------------------------------------------===//

#include "runtime/entry/ProgramEvents.h"
#include "runtime/record/EventWriter.h"

using namespace memfacet;
using namespace memfacet::entry;

extern "C" {

MEMFACET_EXPORT void __memfacet_allocated(const void *Address, uint64_t Size,
                                          uint32_t Kind, const void *Previous,
                                          const uint64_t *Cursor) {
  record::ThreadState &T = record::thread();
  bool IsQuiet = T.QuietBegin == Cursor && T.QuietEnd == __memfacet_cursor;
  if (__builtin_expect(__memfacet_cursor != Cursor && !IsQuiet, 1))
    return;
  if (!enterForProgram(T))
    return;
  uint64_t Site = takeSite();
  if (!Address)
    return;
  process::process().HasUnseen.store(true, std::memory_order_relaxed);
  uint64_t Contexts[MaxContexts];
  uint32_t Count = readContexts(Contexts);
  record::emitWithTail<EventKind::Alloc>(
      T, Kind, Contexts, Count, reinterpret_cast<uint64_t>(Address), Size, Site,
      reinterpret_cast<uint64_t>(Previous));
}

MEMFACET_EXPORT void __memfacet_released(const void *Address,
                                         uint32_t ByRealloc) {
  if (__builtin_expect(
          !process::process().HasUnseen.load(std::memory_order_relaxed), 1) ||
      !Address)
    return;
  record::ThreadState &T = record::thread();
  if (!enterForProgram(T))
    return;
  record::emit<EventKind::Free>(T, ByRealloc,
                                reinterpret_cast<uint64_t>(Address));
  T.OfferedBlock = Address;
  T.OfferCursor = __memfacet_cursor;
}
}

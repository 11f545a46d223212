//===- AllocatorEvents.cpp - events of interposed allocators --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/AllocatorEvents.h"
#include "runtime/record/EventCode.h"
#include "runtime/select/Select.h"

namespace memfacet::hooks {

[[gnu::noinline]] void writeAlloc(record::ThreadState &T, AllocationKind Kind,
                                  const void *Address, size_t Size,
                                  const void *Caller, const void *Previous) {
  uint64_t Site = entry::takeSite();
  if (!Address)
    return;
  if (Address != Previous)
    select::forgetObject(T, reinterpret_cast<uint64_t>(Address), Size);
  if (!Site)
    Site = reinterpret_cast<uint64_t>(Caller);
  uint64_t Contexts[MaxContexts];
  uint32_t Count = entry::readContexts(Contexts);
  const uint64_t Words[] = {reinterpret_cast<uint64_t>(Address), Size, Site,
                            reinterpret_cast<uint64_t>(Previous)};
  record::writeEventHere(T, eventHeader(EventKind::Alloc, 0, uint32_t(Kind)),
                         {Words, 4}, {Contexts, Count});
}

[[gnu::noinline]] void writeFree(record::ThreadState &T, const void *Address,
                                 bool ByRealloc) {
  if (T.OfferedBlock == Address && T.OfferCursor == __memfacet_cursor)
    return; // UnseenAllocations.cpp
  const auto Word = reinterpret_cast<uint64_t>(Address);
  record::writeEventHere(T, eventHeader(EventKind::Free, 0, ByRealloc),
                         {&Word, 1});
}

[[gnu::noinline]] void writeRoom(record::ThreadState &T, const void *Address,
                                 size_t Size) {
  writeFree(T, Address, true);
  const auto Word = reinterpret_cast<uint64_t>(Address);
  const uint64_t Words[] = {Word, Size, 0, Word};
  constexpr auto Kind = uint32_t(AllocationKind::Realloc);
  record::writeEventHere(T, eventHeader(EventKind::Alloc, 0, Kind), {Words, 4});
}

void *allocate(AllocationKind Kind, size_t Size, const void *Caller,
               FunctionRef<void *> Call) {
  record::ThreadState &T = record::thread();
  if (!entry::enterForProgram(T))
    return Call();
  void *Result;
  {
    record::BusyGuard Busy(T);
    Result = Call();
  }
  writeAlloc(T, Kind, Result, Size, Caller);
  return Result;
}

void *reallocate(void *Old, size_t Size, const void *Caller,
                 FunctionRef<void *> Call) {
  record::ThreadState &T = record::thread();
  if (!entry::enterForProgram(T))
    return Call();
  // With size 0, realloc releases the block and may return another one.
  if (Old)
    writeFree(T, Old, Size != 0);
  void *Result;
  {
    record::BusyGuard Busy(T);
    Result = Call();
  }
  if (!Result && Old && Size) {
    __memfacet_site = 0;
    entry::keepBlock(T, Old);
    return nullptr;
  }
  writeAlloc(T, AllocationKind::Realloc, Result, Size, Caller, Old);
  return Result;
}

void releaseBlock(void *Address, FunctionRef<void> Call) {
  record::ThreadState &T = record::thread();
  if (!Address || !entry::enterForProgram(T))
    return Call();
  writeFree(T, Address, false);
  record::BusyGuard Busy(T);
  Call();
}

} // namespace memfacet::hooks

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
// Functions of the C library that allocate for themselves, too, announce what
// they give to their caller: asprintf, realpath. Where a hook has seen the
// block as one of the library, it ends, and an object of the caller begins.
//
// A program that defines malloc itself reports its blocks where these functions
// return and begin, for libraries call them, too.
//
//===----------------------------------------------------------------------===//

#include "runtime/entry/ProgramEvents.h"
#include "runtime/record/EventWriter.h"
#include "runtime/select/Select.h"

using namespace memfacet;
using namespace memfacet::entry;

namespace {

uint64_t textBytes(const char *Text) {
  uint64_t Bytes = 1;
  while (Text[Bytes - 1])
    ++Bytes;
  return Bytes;
}

/// Counts releases by all threads, by the block's address.
constinit std::atomic<uint32_t> Releases[256]{};

std::atomic<uint32_t> &releasesAt(const void *Address) {
  auto Number = reinterpret_cast<uintptr_t>(Address);
  return Releases[(Number >> 4 ^ Number >> 12) % std::size(Releases)];
}

/// The flags that go with an AllocationKind.
constexpr uint32_t UnseenFlags = UnseenDefined | UnseenGiven | UnseenDelegated;

bool isRealloc(uint32_t Kind) {
  return AllocationKind(Kind & ~UnseenFlags) == AllocationKind::Realloc;
}

/// Returns whether the block is not reported yet: the calloc of a program may
/// return what the malloc of the program has returned. A block that was
/// released since then, perhaps by another thread, is a new one.
bool isNewBlock(record::ThreadState &T, uint32_t Kind, const void *Address,
                const void *Previous) {
  uint32_t Released = releasesAt(Address).load(std::memory_order_relaxed);
  bool IsKnown = Kind & UnseenDefined && T.ReportedBlock == Address &&
                 T.ReportedReleases == Released;
  bool IsResized = isRealloc(Kind) && Previous == Address;
  T.ReportedBlock = Address;
  T.ReportedReleases = Released;
  return !IsKnown || IsResized;
}

/// Returns whether a call that returned null was a reallocation that has
/// released nothing, but whose block was recorded as released.
bool failsToMove(uint32_t Kind, uint64_t Size, const void *Previous) {
  return isRealloc(Kind) && !(Kind & UnseenDelegated) && Previous &&
         Size != 0 &&
         process::process().HasUnseen.load(std::memory_order_relaxed);
}

} // namespace

void entry::keepBlock(record::ThreadState &T, const void *Address) {
  const auto Word = reinterpret_cast<uint64_t>(Address);
  record::emit<EventKind::Alloc>(T, uint32_t(AllocationKind::Realloc), Word,
                                 uint64_t(0), uint64_t(0), Word);
}

extern "C" {

MEMFACET_EXPORT void __memfacet_allocated(const void *Address, uint64_t Size,
                                          uint32_t Kind, const void *Previous,
                                          const uint64_t *Cursor) {
  record::ThreadState &T = record::thread();
  bool IsQuiet = T.QuietBegin == Cursor && T.QuietEnd == __memfacet_cursor;
  bool IsUnseen = __memfacet_cursor == Cursor || IsQuiet;
  bool IsGiven = Kind & UnseenGiven;
  if (__builtin_expect(!IsUnseen && !IsGiven, 1))
    return;
  if (!enterForProgram(T))
    return;
  uint64_t Site = takeSite();
  if (!Address && failsToMove(Kind, Size, Previous))
    keepBlock(T, Previous);
  if (!Address || !isNewBlock(T, Kind, Address, Previous))
    return;
  bool IsInPlace = Kind & UnseenDelegated && Address == Previous;
  Kind &= ~UnseenFlags;
  if (Size == ~uint64_t(0))
    Size = textBytes(static_cast<const char *>(Address));
  if (IsInPlace ||
      (AllocationKind(Kind) == AllocationKind::Library && Previous))
    record::emit<EventKind::Free>(T, UnseenByRealloc,
                                  reinterpret_cast<uint64_t>(Previous));
  if (IsUnseen)
    process::process().HasUnseen.store(true, std::memory_order_relaxed);
  else
    record::emit<EventKind::Free>(T, 0, reinterpret_cast<uint64_t>(Address));
  uint64_t Contexts[MaxContexts];
  uint32_t Count = readContexts(Contexts);
  if (Address != Previous)
    select::forgetObject(T, reinterpret_cast<uint64_t>(Address), Size);
  record::emitWithTail<EventKind::Alloc>(
      T, Kind, Contexts, Count, reinterpret_cast<uint64_t>(Address), Size, Site,
      reinterpret_cast<uint64_t>(Previous));
}

MEMFACET_EXPORT void __memfacet_released(const void *Address, uint32_t Flags) {
  if (__builtin_expect(
          !process::process().HasUnseen.load(std::memory_order_relaxed), 1) ||
      !Address)
    return;
  record::ThreadState &T = record::thread();
  // The call has reported it already.
  if (Flags & UnseenDefined && T.OfferedBlock == Address) {
    T.OfferedBlock = nullptr;
    if (Flags & UnseenDelegated && enterForProgram(T))
      keepBlock(T, Address);
    return;
  }
  if (Flags & UnseenDelegated || !enterForProgram(T))
    return;
  record::emit<EventKind::Free>(T, Flags & UnseenByRealloc,
                                reinterpret_cast<uint64_t>(Address));
  releasesAt(Address).fetch_add(1, std::memory_order_relaxed);
  if (Flags & UnseenDefined)
    return;
  T.OfferedBlock = Address;
  T.OfferCursor = __memfacet_cursor;
}
}

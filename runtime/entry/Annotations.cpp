//===- Annotations.cpp - what memfacet.h calls ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These functions are not among the hooks, because statically linked programs
// have annotations too.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Check.h"
#include "runtime/counts/Counts.h"
#include "runtime/entry/ProgramEvents.h"
#include "runtime/record/EventWriter.h"
#include "runtime/select/Select.h"

namespace memfacet::entry {

namespace {

Text nameOf(const char *Name) {
  Text Result;
  Result.Data = Name;
  while (Name && Result.Size != MaxNameBytes && Name[Result.Size])
    ++Result.Size;
  return Result;
}

uint64_t addressOf(const volatile void *Address) {
  return reinterpret_cast<uint64_t>(Address);
}

/// Ends the mark at \p Address. \p IsPiece: the pass has seen the piece end,
/// but its begin may not have been seen.
void endMark(const volatile void *Address, bool IsPiece) {
  record::ThreadState &T = record::thread();
  if (!Address || !enterForProgram(T))
    return;
  record::emit<EventKind::MarkEnd>(T, IsPiece, addressOf(Address), uint64_t(0));
}

void beginMark(record::ThreadState &T, MarkKind Kind,
               const volatile void *Address, size_t Size, uint64_t Site,
               Text Name) {
  MEMFACET_CHECK(Address, "the caller has seen that there is an object");
  MEMFACET_CHECK(!Name.empty() && Name.Size <= MaxNameBytes,
                 "marks without a name have contexts");
  record::emitWithBytes<EventKind::MarkBegin>(
      T, uint32_t(Kind), Name, addressOf(Address), uint64_t(Size), Site,
      uint64_t(Name.Size));
}

} // namespace

} // namespace memfacet::entry

using namespace memfacet;
using namespace memfacet::entry;

extern "C" {

MEMFACET_EXPORT void *__memfacet_object(const volatile void *Address,
                                        size_t Size, const char *Name) {
  record::ThreadState &T = record::thread();
  void *Result = const_cast<void *>(Address);
  if (!enterForProgram(T))
    return Result;
  uint64_t Site = takeSite();
  if (!Address)
    return Result;
  if (Text Label = nameOf(Name); !Label.empty()) {
    beginMark(T, MarkKind::Object, Address, Size, Site, Label);
    return Result;
  }
  uint64_t Contexts[MaxContexts];
  uint32_t Count = readContexts(Contexts);
  record::emitWithTail<EventKind::MarkBegin>(
      T, uint32_t(MarkKind::Object), Contexts, Count, addressOf(Address),
      uint64_t(Size), Site, uint64_t(0));
  return Result;
}

MEMFACET_EXPORT void __memfacet_region(const volatile void *Address,
                                       size_t Size, const char *Name) {
  record::ThreadState &T = record::thread();
  Text Label = nameOf(Name);
  if (Address && Size && !Label.empty() && enterForProgram(T))
    beginMark(T, MarkKind::Region, Address, Size, 0, Label);
}

MEMFACET_EXPORT void __memfacet_object_end(const volatile void *Address) {
  endMark(Address, false);
}

/// Inserted by the pass where a piece goes back to its pool. The piece's begin
/// may not have been seen.
MEMFACET_EXPORT void __memfacet_piece_end(const volatile void *Address) {
  endMark(Address, true);
}

MEMFACET_EXPORT void __memfacet_clear(const volatile void *Address,
                                      size_t Size) {
  record::ThreadState &T = record::thread();
  if (!Address || !Size || !enterForProgram(T))
    return;
  record::emit<EventKind::MarkEnd>(T, 0, addressOf(Address), uint64_t(Size));
}

MEMFACET_EXPORT void __memfacet_name(const volatile void *Address,
                                     const char *Name) {
  record::ThreadState &T = record::thread();
  Text Label = nameOf(Name);
  if (Address && !Label.empty() && enterForProgram(T))
    record::emitWithBytes<EventKind::Rename>(T, 0, Label, addressOf(Address),
                                             uint64_t(Label.Size));
}

MEMFACET_EXPORT void __memfacet_phase(const char *Name) {
  record::ThreadState &T = record::thread();
  Text Label = nameOf(Name);
  if (!Label.empty() && enterForProgram(T))
    record::emitWithBytes<EventKind::Phase>(T, 0, Label, uint64_t(Label.Size));
}

MEMFACET_EXPORT void __memfacet_interest(int Begins) {
  record::ThreadState &T = record::thread();
  if (!enterForProgram(T))
    return;
  if (select::selecting()) {
    SignalBlock Block;
    counts::reportCountsSoFar(T);
  }
  record::emit<EventKind::Interest>(T, Begins != 0);
}
}

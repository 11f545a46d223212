//===- Attributor.cpp - from events to the structure of accesses ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/Attributor.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::owners {

Attributor::Attributor(const decode::ModuleSet &Modules,
                       const NamingOptions &Naming,
                       uint64_t IntervalInstructions)
    : Memory(StructureRegistry::Unattributed),
      Globals(Modules, Structures, Memory), Frames(Modules, Structures, Memory),
      Names(Modules, Structures, Naming), Times(IntervalInstructions),
      Heap(Structures, Memory, Names, Objects, Times),
      Marks(Structures, Memory, Heap, Times), Locals(Modules, Structures) {}

void Attributor::owners(std::span<const uint64_t> Addresses, uint32_t *Owners) {
  MEMFACET_CHECK(Globals.areKnown(), "update comes first");
  for (size_t I = 0; I != Addresses.size(); ++I)
    Owners[I] = Memory.owner(Addresses[I]).Value;
}

void Attributor::accessOwners(const decode::BatchPart &B, uint32_t *Owners) {
  owners({B.Batch.Address.data() + B.Begin, B.size()}, Owners);
  Locals.learn(B, Owners);
}

bool Attributor::lineOwners(std::span<const uint64_t> Addresses,
                            caches::OwnerEntry *Entries) {
  MEMFACET_CHECK(Globals.areKnown(), "update comes first");
  for (size_t I = 0; I != Addresses.size(); ++I)
    Entries[I] = Memory.lineOwner(Addresses[I]).Value;
  uint32_t Unknown = 0;
  for (size_t I = 0; I != Addresses.size(); ++I)
    Unknown |= uint32_t(Entries[I] == caches::UnknownOwner);
  return Unknown != 0;
}

void Attributor::claimAround(const decode::BatchPart &P) {
  MEMFACET_CHECK(P.Batch.Selected || P.size() == P.Batch.Count,
                 "all of OutsideAccesses are looked at");
  if (!Heap.hasWaiting())
    return;
  const decode::AccessBatch &B = P.Batch;
  if (B.Selected)
    for (size_t I = P.Begin; I != P.End; ++I)
      claimAround(B.Address[I]);
  else
    for (size_t I = 0; I != B.OutsideCount; ++I)
      claimAround(B.Address[B.OutsideAccesses[I]]);
}

void Attributor::threadStarted(const decode::Event &E) {
  if (E.Payload.size() < 2)
    return;
  uint64_t Low = E.Payload[0], High = E.Payload[1];
  if (Low >= High)
    return;
  Globals.dropThreadLocals(Low, High);
  Frames.start(E.Thread, Low, High);
}

/// Returns \p Path with "PID" wherever the digits of \p Process stand alone: a
/// process id in a file's name must not make two runs differ.
static std::string withoutProcess(std::string_view Path, uint64_t Process) {
  std::string Result(Path), Digits = std::to_string(Process);
  auto IsDigit = [&](size_t Index) {
    return Index < Result.size() && Result[Index] >= '0' &&
           Result[Index] <= '9';
  };
  for (size_t Position = 0;
       Process && (Position = Result.find(Digits, Position)) != Result.npos;
       ++Position)
    if (!IsDigit(Position - 1) && !IsDigit(Position + Digits.size()))
      Result.replace(Position, Digits.size(), "PID");
  return Result;
}

/// Returns the structure of an anonymous mapping, by its allocating call.
/// Memory that was reserved and is mapped once more, without a variable that
/// receives it, keeps its name. What is left of an array that the program hands
/// out (HeapObjects) is no reserved memory.
StructureId Attributor::anonymousMapping(const decode::Event &E) {
  constexpr size_t FirstCall = 4;
  if (E.Payload.size() <= FirstCall)
    return Structures.mapping({});
  StructureId S =
      Names.structureOf(E.Payload[FirstCall], E.Payload.subspan(FirstCall + 1));
  const std::vector<result::Structure> &All = Structures.structures();
  std::optional<StructureId> Previous = Memory.mappingAt(E.Payload[0]);
  bool IsReserved = Previous && All[Previous->Value].Named &&
                    All[Previous->Value].Kind != result::StructureKind::Global;
  return IsReserved && !All[S.Value].Named ? *Previous : S;
}

void Attributor::mapped(const decode::Event &E) {
  if (E.Payload.size() < 3)
    return;
  uint64_t Low = E.Payload[0], High = E.Payload[1];
  auto Kind = MappingKind(E.Payload[2]);
  bool OfLibrary = Kind == MappingKind::Object;
  std::string Path = withoutProcess(decode::textIn(E, 3), ProcessId);
  StructureId S = OfLibrary                        ? Structures.library(Path)
                  : Kind == MappingKind::Anonymous ? anonymousMapping(E)
                                                   : Structures.mapping(Path);
  for (const LiveObject &Old : Memory.setMapping(Low, High, S))
    Heap.unmapped(Old);
  if (OfLibrary)
    Objects.add(Low, High, S);
  if (Low >= High || OfLibrary)
    return;
  Structures.grow(S, High - Low, true);
  Structures.addToSum(S, High - Low);
}

void Attributor::unmapped(const decode::Event &E) {
  if (E.Payload.size() < 2)
    return;
  Objects.remove(E.Payload[0], E.Payload[1]);
  for (const LiveObject &Old : Memory.clearMapping(E.Payload[0], E.Payload[1]))
    Heap.unmapped(Old);
}

/// Returns whether events of \p Kind claim, name or map memory, other than on
/// the heap.
static bool changesOwners(EventKind Kind) {
  switch (Kind) {
  case EventKind::Module:
  case EventKind::TableData:
  case EventKind::ModuleUnload:
  case EventKind::ThreadLocal:
  case EventKind::Rename:
  case EventKind::Mapping:
  case EventKind::Unmap:
    return true;
  default:
    return false;
  }
}

void Attributor::heapEvent(const decode::Event &E) {
  MEMFACET_CHECK(decode::isHeapEvent(E.Kind), "others change other memory");
  Globals.update();
  switch (E.Kind) {
  case EventKind::Alloc:
    Heap.allocated(E);
    break;
  case EventKind::Free:
    Heap.released(E);
    break;
  case EventKind::MarkBegin:
    beginMark(E);
    break;
  default:
    Marks.end(E);
    break;
  }
  if (Memory.hasEndedMarks()) [[unlikely]]
    dropEndedMarks();
}

void Attributor::beginMark(const decode::Event &E) {
  if (!E.Payload.empty() && Memory.inStack(E.Payload[0])) {
    Heap.prepareAll();
    Frames.settle(E.Thread);
    dropEndedMarks(); // those in locals that have ended
  }
  Marks.begin(E);
}

void Attributor::dropEndedMarks() {
  for (const LiveObject &Old : Memory.takeEndedMarks())
    Structures.shrink(Old.Structure, Old.Size);
}

void Attributor::event(const decode::Event &E) {
  if (changesOwners(E.Kind))
    Heap.claimAll();
  switch (E.Kind) {
  case EventKind::Alloc:
  case EventKind::Free:
  case EventKind::MarkBegin:
  case EventKind::MarkEnd:
    return heapEvent(E);
  case EventKind::Module:
  case EventKind::TableData:
    Globals.tablesChanged(E.Argument);
    Names.tablesChanged();
    return;
  case EventKind::ModuleUnload:
    Globals.unload(E.Argument);
    Names.tablesChanged();
    return;
  case EventKind::Tick:
    return;
  default:
    break;
  }
  // The other events may look up or change memory.
  Globals.update();
  memoryEvent(E);
  dropEndedMarks();
}

void Attributor::memoryEvent(const decode::Event &E) {
  switch (E.Kind) {
  case EventKind::Program:
    ProcessId = E.Payload.empty() ? 0 : E.Payload[0];
    return;
  case EventKind::ThreadStart:
    return threadStarted(E);
  case EventKind::ThreadEnd:
    return Frames.end(E.Thread);
  case EventKind::ThreadLocal:
    if (E.Payload.size() >= 2)
      Globals.addThreadLocal(E.Payload[0], E.Payload[1]);
    return;
  case EventKind::Rename:
    return Marks.rename(E);
  case EventKind::Mapping:
    return mapped(E);
  case EventKind::Unmap:
    return unmapped(E);
  default:
    return;
  }
}

std::vector<std::string> Attributor::notes() const {
  std::vector<std::string> Notes;
  const HeapOddities &Odd = Heap.oddities();
  if (Odd.UnknownReleases)
    Notes.push_back(fmt::format("{} releases of memory whose allocation was "
                                "not seen",
                                Odd.UnknownReleases));
  if (Odd.Evictions)
    Notes.push_back(fmt::format("{} objects were replaced without their "
                                "release having been seen",
                                Odd.Evictions));
  if (Odd.OutsideSpace)
    Notes.push_back(fmt::format("{} allocations outside the address space "
                                "were ignored",
                                Odd.OutsideSpace));
  if (uint64_t Refused = Marks.refused())
    Notes.push_back(fmt::format("{} of the program's own marks (memfacet.h) "
                                "did not fit and were ignored",
                                Refused));
  if (Structures.overflowed())
    Notes.push_back(fmt::format("more than {} data structures: the rest is "
                                "unattributed",
                                caches::MaxStructures));
  return Notes;
}

} // namespace memfacet::owners

//===- ReplayObserver.cpp - passes accesses to replays of changed layouts -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/ReplayObserver.h"
#include <algorithm>
#include <utility>

namespace memfacet::measure {

uint32_t ObjectFinder::addObject(const Object &O, advise::ReplayBlock &Output) {
  removeObject(O.Low, Output);
  auto Number = uint32_t(Objects.size());
  if (Free.empty()) {
    Objects.emplace_back();
  } else {
    Number = Free.back();
    Free.pop_back();
  }
  Objects[Number] = O;
  ByLow[O.Low] = Number;
  if (O.High - O.Low <= ObjectNumbers::MostBytes)
    ByAddress.set(O.Low, O.High, Number);
  const result::Structure &S =
      Memory.structures().structures()[O.Structure.Value];
  advise::ReplayEvent E{advise::ReplayEvent::Kind::ObjectBegin};
  E.OfHeap = S.Kind == result::StructureKind::Heap;
  E.Number = Number;
  E.Structure = O.Structure.Value;
  E.Address = O.Low;
  E.Bytes = O.High - O.Low;
  E.ElementBytes = S.ElementBytes;
  Output.add(E);
  return Number;
}

void ObjectFinder::removeObject(uint64_t Low, advise::ReplayBlock &Output) {
  auto Found = ByLow.find(Low);
  if (Found == ByLow.end())
    return;
  advise::ReplayEvent E{advise::ReplayEvent::Kind::ObjectEnd};
  E.Number = Found->second;
  Output.add(E);
  Objects[Found->second] = {};
  Free.push_back(Found->second);
  ByLow.erase(Found);
}

void ObjectFinder::removeObjectsIn(uint64_t Low, uint64_t High,
                                   advise::ReplayBlock &Output) {
  std::vector<uint64_t> Gone;
  for (const Object &O : Objects)
    if (O.Structure.valid() && O.Low < High && Low < O.High)
      Gone.push_back(O.Low);
  std::ranges::sort(Gone);
  for (uint64_t Address : Gone)
    removeObject(Address, Output);
}

void ObjectFinder::release(const decode::Event &E,
                           advise::ReplayBlock &Output) {
  uint64_t Address = E.Payload[0];
  uint64_t &Bytes = Released[E.Thread.Value] = 0;
  if (auto Found = ByLow.find(Address); Found != ByLow.end())
    Bytes = Objects[Found->second].High - Address;
  // An object that was allocated and released without an access is left out.
  Bytes = Allocated.remove(Address).value_or(Bytes);
  removeObject(Address, Output);
}

void ObjectFinder::event(const decode::Event &E, advise::ReplayBlock &Output) {
  switch (E.Kind) {
  case EventKind::Alloc:
    if (E.Payload.size() >= 4)
      Allocated.add(E.Payload[0], decode::keepsBlock(E)
                                      ? Released[E.Thread.Value]
                                      : std::max<uint64_t>(E.Payload[1], 1));
    return;
  case EventKind::Free:
    if (!E.Payload.empty())
      release(E, Output);
    return;
  case EventKind::Unmap:
  case EventKind::MarkEnd:
    if (E.Payload.size() < 2)
      return;
    if (E.Kind == EventKind::Unmap)
      return removeObjectsIn(E.Payload[0], E.Payload[1], Output);
    return removeObject(E.Payload[0], Output);
  default:
    return;
  }
}

void ObjectFinder::settle(advise::ReplayBlock &Output) {
  Allocated.take([&](uint64_t Address, uint64_t Bytes) {
    StructureId S = Memory.structureAt(Address);
    if (Bytes != 0 && S.valid() && Wanted(S))
      addObject({Address, Address + Bytes, S}, Output);
  });
}

uint32_t ObjectFinder::find(uint64_t Address, StructureId Structure,
                            uint32_t Site, advise::ReplayBlock &Output) {
  if (Site >= BySite.size())
    BySite.resize(Site + size_t(1), advise::NoObject);
  auto IsIn = [&](uint32_t Number) {
    const Object &O = Objects[Number];
    return O.Structure == Structure && O.Low <= Address && Address < O.High;
  };
  uint32_t &Last = BySite[Site];
  if (Last != advise::NoObject && IsIn(Last))
    return Last;
  if (!Wanted(Structure))
    return advise::NoObject;
  if (uint32_t Number = ByAddress.at(Address);
      Number != ObjectNumbers::None && IsIn(Number))
    return Last = Number;
  auto [Low, High] = Memory.variableAround(Address);
  if (Low == High)
    return advise::NoObject;
  auto Found = ByLow.find(Low);
  if (Found == ByLow.end() || Objects[Found->second].High != High ||
      Objects[Found->second].Structure != Structure) {
    // In marked memory, the structure may be another one. A local may have
    // ended since.
    if (Memory.structureAt(Low) != Structure &&
        Memory.localAt(Address) != Structure)
      return advise::NoObject;
    return Last = addObject({Low, High, Structure}, Output);
  }
  return Last = Found->second;
}

void ReplayObserver::add(advise::ReplayEvent::Kind Kind, uint32_t Number) {
  advise::ReplayEvent E{Kind};
  E.Number = Number;
  Scheduler.block().add(E);
}

void ReplayObserver::addToNewBlock(advise::ReplayEvent::Kind Kind,
                                   uint32_t Number) {
  if (Part == ReplayedPart::Windows && !Scheduler.block().empty())
    Scheduler.handOn();
  add(Kind, Number);
}

/// Says that an interval or a slot begins, if the place is in another one.
void ReplayObserver::beginInterval(const decode::BatchPlace &Place) {
  if (Part == ReplayedPart::Windows) {
    if (Place.Slot != std::exchange(Slot, Place.Slot))
      addToNewBlock(advise::ReplayEvent::Kind::Interval, uint32_t(Place.Slot));
  } else if (!Process.valid() || Process.Value < Place.Process.Value) {
    add(advise::ReplayEvent::Kind::Interval, Place.Process.Value);
    Process = Place.Process;
  }
}

bool ReplayObserver::isHeap(uint32_t Structure) const {
  return Memory.structures().structures()[Structure].Kind ==
         result::StructureKind::Heap;
}

UsedBytes ReplayObserver::usedBytes(uint32_t Site) {
  if (Site >= Used.size())
    Used.resize(Site + size_t(1));
  if (!Used[Site])
    Used[Site] = Modules.site(SiteId(Site)).Used;
  return *Used[Site];
}

void ReplayObserver::accesses(const OwnedPart &P) {
  const decode::AccessBatch &B = P.Part.Batch;
  if (P.Part.Begin != P.Part.End)
    beginInterval(B);
  Objects.settle(Scheduler.block());
  if (P.Part.Begin == P.Part.End)
    return;
  if (Thread != B.Thread) {
    add(advise::ReplayEvent::Kind::Thread, B.Thread.Value);
    Thread = B.Thread;
  }
  for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
    uint64_t Address = B.Address[I] & caches::AddressMask;
    uint32_t Object = Objects.find(Address, StructureId(P.Owners[I]),
                                   B.Info[I].site(), Scheduler.block());
    if (Object == advise::NoObject && isHeap(P.Owners[I]))
      Object = advise::OtherHeapObject;
    Scheduler.block().Accesses.push_back(
        {Address, B.Info[I], P.Owners[I], Object, usedBytes(B.Info[I].site())});
  }
  if (Scheduler.block().full())
    Scheduler.handOn();
}

/// Between windows, the order of events and accesses does not matter.
void ReplayObserver::batch(const decode::AccessBatch &B) {
  for (decode::HeapEvents::Cursor E(B.Heap); !E.atEnd(); E.next())
    event(E.event(B.Thread));
}

void ReplayObserver::event(const decode::Event &E) {
  if (E.Kind == EventKind::ThreadEnd) {
    add(advise::ReplayEvent::Kind::ThreadEnd, E.Thread.Value);
    Thread = ThreadId();
  }
  Objects.event(E, Scheduler.block());
  if (Scheduler.block().full())
    Scheduler.handOn();
}

void ReplayObserver::count(bool Wanted) {
  addToNewBlock(advise::ReplayEvent::Kind::Count, Wanted);
}

void ReplayObserver::forgetCounts() {
  addToNewBlock(advise::ReplayEvent::Kind::Forget, 0);
}

void ReplayObserver::fill(result::Profile &P) {
  Scheduler.settle();
  End(P, Modules);
}

} // namespace memfacet::measure

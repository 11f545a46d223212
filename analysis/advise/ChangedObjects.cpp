//===- ChangedObjects.cpp - one structure, laid out anew ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/ChangedObjects.h"
#include "memfacet/Check.h"

namespace memfacet::advise {

ChangedObjects::ChangedObjects(const Candidate &C)
    : Structure(C.Structure), Layout(C.Layout),
      PartCount(C.Layout.Strides.size()), Pooled(C.Pooled),
      GapsClose(C.GapsClose), ShiftBytes(C.ShiftBytes), Ranks(C.Ranks) {
  MEMFACET_CHECK(!Ranks || PartCount == 1, "an object has one place");
  MEMFACET_CHECK(Layout.problem().empty(), "accesses find their new places");
  MEMFACET_CHECK(Layout.ElementBytes != 0 && PartCount != 0,
                 "an object has elements, and each of them a part");
}

/// Returns where a block of malloc lies that takes \p Bytes now, among all
/// others.
uint64_t ChangedObjects::placeOnHeap(const ReplayEvent &E, uint64_t Bytes) {
  uint64_t OldBytes = heapBlock(E.Bytes), NewBytes = heapBlock(Bytes);
  if (GapsClose && Shift.canMove(E.Address)) {
    uint64_t Moved = Shift(E.Address), Address = Moved;
    if (Layout.Align)
      Address = (Address + Layout.Align - 1) / Layout.Align * Layout.Align;
    Shift.add(E.Address,
              int64_t(OldBytes) - int64_t(NewBytes + (Address - Moved)));
    return Address;
  }
  // Later blocks stay: this one can only become smaller.
  if (NewBytes <= OldBytes && !Layout.Align)
    return Shift(E.Address);
  return Memory.allocate(PlaceKind::Heap, Bytes, Layout.Align, E.Address);
}

/// Places an object whose rank among all is known. No two have the same rank,
/// so none needs to be released.
bool ChangedObjects::placeByRank(uint32_t Slot, const ReplayEvent &E) {
  uint64_t Bytes = Layout.partBytes(0, E.Bytes), Birth = Births++;
  if (!Ranks || Birth >= Ranks->size() || E.Bytes != Layout.ElementBytes)
    return false;
  if (RankedLow == 0)
    RankedLow = Memory.allocate(PlaceKind::Pool, Bytes * Ranks->size(),
                                Layout.Align, E.Address);
  Parts[Slot] = RankedLow + Bytes * (*Ranks)[Birth];
  return true;
}

void ChangedObjects::place(uint32_t Slot, const ReplayEvent &E) {
  bool Small = E.OfHeap && E.Bytes < LargeBlock;
  if (Small && Pooled && GapsClose)
    Shift.add(E.Address, int64_t(heapBlock(E.Bytes)));
  if (placeByRank(Slot, E))
    return;
  for (uint32_t Part = 0; Part != PartCount; ++Part) {
    uint64_t &Address = Parts[Slot * PartCount + Part];
    uint64_t Bytes = Layout.partBytes(Part, E.Bytes);
    if (Part == 0)
      Bytes += ShiftBytes;
    if (Small && !Pooled && Part == 0) {
      Address = placeOnHeap(E, Bytes) + ShiftBytes;
      continue;
    }
    PlaceKind Kind = !E.OfHeap         ? PlaceKind::Data
                     : Small && Pooled ? PlaceKind::Pool
                                       : PlaceKind::Heap;
    Address = Memory.allocate(Kind, Bytes, Layout.Align, E.Address, Part) +
              (Part == 0 ? ShiftBytes : 0);
  }
}

void ChangedObjects::leave(uint32_t Slot) {
  Free.push_back(Slot);
  uint64_t RankedEnd =
      RankedLow + (Ranks ? Ranks->size() : 0) * Layout.Strides[0];
  if (RankedLow != 0 && RankedLow <= Parts[Slot * PartCount] &&
      Parts[Slot * PartCount] < RankedEnd)
    return;
  for (size_t Part = 0; Part != PartCount; ++Part)
    Memory.release(Parts[Slot * PartCount + Part] -
                   (Part == 0 ? ShiftBytes : 0));
}

void ChangedObjects::follow(const ReplayEvent &E) {
  MEMFACET_CHECK(E.Type == ReplayEvent::Kind::ObjectBegin ||
                     E.Type == ReplayEvent::Kind::ObjectEnd,
                 "the number is that of an object");
  if (E.Number >= Slots.size())
    Slots.resize(E.Number + size_t(1), Unchanged);
  uint32_t &Slot = Slots[E.Number];
  if (Slot < UnchangedOnHeap)
    leave(Slot);
  Slot = Unchanged;
  if (E.Type == ReplayEvent::Kind::ObjectEnd)
    return;
  if (E.Structure != Structure.Value) {
    Slot = E.OfHeap ? UnchangedOnHeap : Unchanged;
    return;
  }
  if (Free.empty()) {
    Slot = uint32_t(OldAddresses.size());
    OldAddresses.emplace_back();
    Parts.resize(Parts.size() + PartCount);
  } else {
    Slot = Free.back();
    Free.pop_back();
  }
  OldAddresses[Slot] = E.Address;
  place(Slot, E);
}

} // namespace memfacet::advise

//===- ChangedObjects.cpp - one structure, laid out anew ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/ChangedObjects.h"

namespace memfacet::advise {

ChangedObjects::ChangedObjects(const Candidate &C)
    : Structure(C.Structure), Layout(C.Layout),
      PartCount(C.Layout.Strides.size()), Pooled(C.Pooled),
      GapsClose(C.GapsClose), ShiftBytes(C.ShiftBytes) {}

/// A block of malloc that takes \p Bytes now, among all the others.
uint64_t ChangedObjects::placeOnHeap(const ReplayEvent &E, uint64_t Bytes) {
  uint64_t Before = heapBlock(E.Bytes), After = heapBlock(Bytes);
  if (GapsClose && Shift.canMove(E.Address)) {
    uint64_t Here = Shift(E.Address), At = Here;
    if (Layout.Align)
      At = (At + Layout.Align - 1) / Layout.Align * Layout.Align;
    Shift.add(E.Address, int64_t(Before) - int64_t(After + (At - Here)));
    return At;
  }
  // What is behind it stays: it can only become smaller.
  if (After <= Before && !Layout.Align)
    return Shift(E.Address);
  return Memory.allocate(PlaceKind::Heap, Bytes, Layout.Align, E.Address);
}

void ChangedObjects::place(uint32_t Slot, const ReplayEvent &E) {
  bool Small = E.OfHeap && E.Bytes < LargeBlock;
  if (Small && Pooled && GapsClose)
    Shift.add(E.Address, int64_t(heapBlock(E.Bytes)));
  for (uint32_t Part = 0; Part != PartCount; ++Part) {
    uint64_t &At = Parts[Slot * PartCount + Part];
    uint64_t Bytes = Layout.partBytes(Part, E.Bytes);
    if (Part == 0)
      Bytes += ShiftBytes;
    if (Small && !Pooled && Part == 0) {
      At = placeOnHeap(E, Bytes) + ShiftBytes;
      continue;
    }
    PlaceKind Kind = !E.OfHeap         ? PlaceKind::Data
                     : Small && Pooled ? PlaceKind::Pool
                                       : PlaceKind::Heap;
    At = Memory.allocate(Kind, Bytes, Layout.Align, E.Address, Part) +
         (Part == 0 ? ShiftBytes : 0);
  }
}

void ChangedObjects::leave(uint32_t Slot) {
  for (size_t Part = 0; Part != PartCount; ++Part)
    Memory.release(Parts[Slot * PartCount + Part] -
                   (Part == 0 ? ShiftBytes : 0));
  Free.push_back(Slot);
}

void ChangedObjects::follow(const ReplayEvent &E) {
  if (E.Number >= Slots.size())
    Slots.resize(E.Number + size_t(1), Elsewhere);
  uint32_t &Slot = Slots[E.Number];
  if (Slot < ElsewhereOnHeap)
    leave(Slot);
  Slot = Elsewhere;
  if (E.Is == ReplayEvent::Kind::Died)
    return;
  if (E.Structure != Structure.Value) {
    Slot = E.OfHeap ? ElsewhereOnHeap : Elsewhere;
    return;
  }
  if (Free.empty()) {
    Slot = uint32_t(Before.size());
    Before.emplace_back();
    Parts.resize(Parts.size() + PartCount);
  } else {
    Slot = Free.back();
    Free.pop_back();
  }
  Before[Slot] = E.Address;
  place(Slot, E);
}

} // namespace memfacet::advise

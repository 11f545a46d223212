//===- advise/ChangedObjects.cpp - one structure, laid out anew -----------===//

#include "analysis/advise/ChangedObjects.h"

namespace memfacet {

ChangedObjects::ChangedObjects(const Candidate &C)
    : Structure(C.Structure), Layout(C.Layout), Pooled(C.Pooled),
      GapsClose(C.GapsClose), ShiftBytes(C.ShiftBytes) {}

/// A block of malloc that takes \p Bytes now, among all the others.
uint64_t ChangedObjects::placeOnHeap(const ReplayEvent &E, uint64_t Bytes) {
  uint64_t Before = heapBlock(E.Bytes), After = heapBlock(Bytes);
  if (GapsClose) {
    uint64_t Here = Shift(E.Address), At = Here;
    if (Layout.Align)
      At = (At + Layout.Align - 1) / Layout.Align * Layout.Align;
    Shift.add(E.Address, int64_t(Before) - int64_t(After + (At - Here)));
    return At;
  }
  // What is behind it stays: it can only become smaller.
  if (After <= Before && !Layout.Align)
    return E.Address;
  return Memory.allocate(PlaceKind::Heap, Bytes, Layout.Align, E.Address);
}

void ChangedObjects::place(Object &O, const ReplayEvent &E) {
  bool Small = E.OfHeap && E.Bytes < LargeBlock;
  if (Small && Pooled && GapsClose)
    Shift.add(E.Address, int64_t(heapBlock(E.Bytes)));
  for (uint32_t Part = 0; Part != Layout.Strides.size(); ++Part) {
    uint64_t Bytes = Layout.partBytes(Part, E.Bytes);
    if (Part == 0)
      Bytes += ShiftBytes;
    if (Small && !Pooled && Part == 0) {
      O.Parts.push_back(placeOnHeap(E, Bytes));
      continue;
    }
    PlaceKind Kind = !E.OfHeap         ? PlaceKind::Data
                     : Small && Pooled ? PlaceKind::Pool
                                       : PlaceKind::Heap;
    O.Parts.push_back(
        Memory.allocate(Kind, Bytes, Layout.Align, E.Address, Part));
  }
  O.Parts[0] += ShiftBytes;
}

void ChangedObjects::follow(const ReplayEvent &E) {
  if (E.Number >= Objects.size())
    Objects.resize(E.Number + size_t(1));
  Object &O = Objects[E.Number];
  if (E.Is == ReplayEvent::Kind::Died) {
    if (O.Changed)
      O.Parts[0] -= ShiftBytes;
    for (uint64_t Part : O.Parts)
      Memory.release(Part);
    O = {};
    return;
  }
  O = {E.Structure == Structure.Value, E.OfHeap, E.Address, {}};
  if (O.Changed)
    place(O, E);
}

} // namespace memfacet

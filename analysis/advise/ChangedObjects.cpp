//===- advise/ChangedObjects.cpp - one structure, laid out anew -----------===//

#include "analysis/advise/ChangedObjects.h"

namespace memfacet {

ChangedObjects::ChangedObjects(const Candidate &C)
    : Structure(C.Structure), Layout(C.Layout), Pooled(C.Pooled),
      ShiftBytes(C.ShiftBytes) {}

void ChangedObjects::follow(const ReplayEvent &E) {
  if (E.Is == ReplayEvent::Kind::Died) {
    if (E.Number >= Objects.size() || !Objects[E.Number].Known)
      return;
    Object &O = Objects[E.Number];
    O.Parts[0] -= ShiftBytes;
    for (uint64_t Part : O.Parts)
      Memory.release(Part);
    O = {};
    return;
  }
  if (E.Structure != Structure.Value)
    return;
  if (E.Number >= Objects.size())
    Objects.resize(E.Number + size_t(1));
  Object &O = Objects[E.Number];
  O.Known = true;
  O.Address = E.Address;
  PlaceKind Kind = !E.OfHeap ? PlaceKind::Data
                   : Pooled  ? PlaceKind::Pool
                             : PlaceKind::Heap;
  O.Parts.clear();
  for (size_t Part = 0; Part != Layout.Strides.size(); ++Part)
    O.Parts.push_back(Memory.allocate(
        Kind, Layout.partBytes(Part, E.Bytes) + (Part ? 0 : ShiftBytes),
        Layout.Align, E.Address));
  O.Parts[0] += ShiftBytes;
}

} // namespace memfacet

//===- advise/ChangedObjects.h - one structure, laid out anew -------------===//

#ifndef MEMFACET_ADVISE_CHANGEDOBJECTS_H
#define MEMFACET_ADVISE_CHANGEDOBJECTS_H

#include "analysis/advise/Candidate.h"
#include "analysis/advise/HeapShift.h"
#include "analysis/advise/ReplayStream.h"
#include <vector>

namespace memfacet {

/// The objects of a candidate's structure at their new places; others stay, but
/// for what lies behind them on the heap. Injective on what lives: two bytes of
/// members that live at once never get one address.
class ChangedObjects {
public:
  explicit ChangedObjects(const Candidate &C);

  /// \p E is Born or Died, of any structure.
  void follow(const ReplayEvent &E);
  /// Calls \p Visit(address, bytes, write) for what \p A becomes, in order.
  template <typename Visitor>
  void map(const ReplayAccess &A, Visitor Visit) const;

private:
  struct Object {
    bool Changed = false;
    bool OfHeap = false;
    uint64_t Address = 0;        ///< where it was
    std::vector<uint64_t> Parts; ///< Changed: where its parts are
  };

  void place(Object &O, const ReplayEvent &E);
  uint64_t placeOnHeap(const ReplayEvent &E, uint64_t Bytes);

  StructureId Structure;
  ElementLayout Layout;
  bool Pooled, GapsClose;
  uint64_t ShiftBytes;
  Placement Memory;
  HeapShift Shift;
  std::vector<Object> Objects; ///< by number
};

template <typename Visitor>
void ChangedObjects::map(const ReplayAccess &A, Visitor Visit) const {
  const Object *O = A.Object < Objects.size() ? &Objects[A.Object] : nullptr;
  bool Changed = O && O->Changed && A.Structure == Structure.Value;
  if (!Changed) {
    bool OfHeap = O ? O->OfHeap : A.Object == OtherHeapObject;
    return Visit(OfHeap ? Shift(A.Address) : A.Address, uint64_t(A.Info.size()),
                 A.Info.write());
  }
  uint64_t Offset = A.Address - O->Address;
  if (Layout.LinkAt != ElementLayout::NoLink) {
    bool Far = false;
    Layout.map(Offset, A.Info.size(),
               [&](uint32_t Part, uint64_t, uint64_t) { Far |= Part != 0; });
    if (Far)
      Visit(O->Parts[0] + Offset / Layout.ElementBytes * Layout.Strides[0] +
                Layout.LinkAt,
            uint64_t(8), false);
  }
  Layout.map(Offset, A.Info.size(),
             [&](uint32_t Part, uint64_t At, uint64_t Bytes) {
               Visit(O->Parts[Part] + At, Bytes, A.Info.write());
             });
}

} // namespace memfacet

#endif

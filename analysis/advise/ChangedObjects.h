//===- ChangedObjects.h - one structure, laid out anew --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_CHANGEDOBJECTS_H
#define MEMFACET_ADVISE_CHANGEDOBJECTS_H

#include "analysis/advise/Candidate.h"
#include "analysis/advise/ReplayStream.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace memfacet::advise {

// If blocks of one structure become smaller or larger, or leave the heap, all
// blocks that were allocated after them move. As long as no such block is
// released, the move is one step at each of them: no other block gets its
// place.

class HeapShift {
public:
  /// Returns whether blocks after a block at \p Address can move: only if no
  /// block with a step lies after it.
  bool canMove(uint64_t Address) const {
    return Steps.empty() || Address > Steps.back().Address;
  }
  /// Takes a block at \p Address that is \p Less bytes smaller, if later ones
  /// can move.
  void add(uint64_t Address, int64_t Less) {
    if (!canMove(Address))
      return;
    Steps.push_back({Address, (Steps.empty() ? 0 : Steps.back().Less) + Less});
  }
  /// Returns the new address of what was at \p Address, on the heap.
  uint64_t operator()(uint64_t Address) const {
    // Large blocks have pages of their own, far from the heap.
    if (Steps.empty() || Address <= Steps.front().Address ||
        Address > Steps.back().Address + Reach)
      return Address;
    auto Next = std::ranges::lower_bound(Steps, Address, {}, &Step::Address);
    return Address - uint64_t(std::prev(Next)->Less);
  }

private:
  static constexpr uint64_t Reach = 16 << 20;
  struct Step {
    uint64_t Address;
    int64_t Less; ///< of all steps up to this one
  };
  std::vector<Step> Steps;
};

/// The objects of a candidate's structure at their new places. Others stay,
/// except for those after them on the heap. Two bytes of live members never get
/// the same address.
class ChangedObjects {
public:
  explicit ChangedObjects(const Candidate &C);

  /// Takes an ObjectBegin or ObjectEnd, of any structure.
  void follow(const ReplayEvent &E);
  /// Calls \p Visit(address, bytes, write) for each access that \p A becomes,
  /// in order.
  template <typename Visitor>
  void map(const ReplayAccess &A, Visitor Visit) const;
  /// Returns whether the object of \p A is changed. Then \p A becomes accesses
  /// to what is used of it.
  bool isChanged(const ReplayAccess &A) const {
    return slotOf(A.Object) < UnchangedOnHeap && A.Structure == Structure.Value;
  }

private:
  // The slots of objects that are not changed.
  static constexpr uint32_t Unchanged = ~uint32_t(0);
  static constexpr uint32_t UnchangedOnHeap = Unchanged - 1;

  template <typename Visitor>
  void mapPiece(uint32_t Slot, uint64_t Offset, uint64_t Bytes, bool Write,
                Visitor Visit) const;
  bool placeByRank(uint32_t Slot, const ReplayEvent &E);
  void place(uint32_t Slot, const ReplayEvent &E);
  uint64_t placeOnHeap(const ReplayEvent &E, uint64_t Bytes);
  void leave(uint32_t Slot);
  uint32_t slotOf(uint32_t Object) const {
    if (Object < Slots.size())
      return Slots[Object];
    return Object == OtherHeapObject ? UnchangedOnHeap : Unchanged;
  }

  StructureId Structure;
  ElementLayout Layout;
  size_t PartCount;
  bool Pooled, GapsClose;
  uint64_t ShiftBytes;
  std::shared_ptr<const std::vector<uint32_t>> Ranks; ///< see Candidate
  uint64_t Births = 0;    ///< objects of the structure so far
  uint64_t RankedLow = 0; ///< where those with a rank lie; 0: not yet
  Placement Memory;
  HeapShift Shift;
  // There may be many objects and many candidates: few bytes for each.
  std::vector<uint32_t> Slots;        ///< by number of the object
  std::vector<uint64_t> OldAddresses; ///< by slot: the old address
  std::vector<uint64_t> Parts;        ///< by slot and part: the new address
  std::vector<uint32_t> Free;         ///< slots
};

template <typename Visitor>
void ChangedObjects::map(const ReplayAccess &A, Visitor Visit) const {
  uint32_t Slot = slotOf(A.Object);
  if (!isChanged(A)) {
    bool OfHeap = Slot == UnchangedOnHeap;
    return Visit(OfHeap ? Shift(A.Address) : A.Address, uint64_t(A.Info.size()),
                 A.Info.write());
  }
  uint64_t Offset = A.Address - OldAddresses[Slot];
  A.Used.forPieces(A.Info.size(), [&](uint64_t Begin, uint64_t Bytes) {
    mapPiece(Slot, Offset + Begin, Bytes, A.Info.write(), Visit);
  });
}

template <typename Visitor>
void ChangedObjects::mapPiece(uint32_t Slot, uint64_t Offset, uint64_t Bytes,
                              bool Write, Visitor Visit) const {
  const uint64_t *Part = &Parts[Slot * PartCount];
  if (Layout.LinkOffset != ElementLayout::NoLink) {
    bool NeedsLink = false;
    Layout.map(Offset, Bytes,
               [&](uint32_t P, uint64_t, uint64_t) { NeedsLink |= P != 0; });
    if (NeedsLink)
      Visit(Part[0] + Offset / Layout.ElementBytes * Layout.Strides[0] +
                Layout.LinkOffset,
            uint64_t(8), false);
  }
  Layout.map(Offset, Bytes,
             [&](uint32_t P, uint64_t Position, uint64_t PieceBytes) {
               Visit(Part[P] + Position, PieceBytes, Write);
             });
}

} // namespace memfacet::advise

#endif

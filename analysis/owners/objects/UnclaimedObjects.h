//===- UnclaimedObjects.h - objects that nobody has asked about -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects (memfacet/Select.h) accesses chosen lines, and most
// small objects of the heap have none. Who owns their bytes is rarely asked, as
// most accesses that come are to chosen lines. So they are not claimed
// (Ownership.h) when they are born, but wait in the table of births, where they
// are found when they are released. Most never leave it. Those around an
// address outside of chosen lines are claimed before its owner is asked for.
//
// Objects that wait do not overlap, and lie in no mapping of the program. Where
// one overlaps a claimed object, whose release was missed, is only seen when it
// is claimed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_OBJECTS_UNCLAIMEDOBJECTS_H
#define MEMFACET_OWNERS_OBJECTS_UNCLAIMEDOBJECTS_H

#include "analysis/owners/objects/BirthTable.h"
#include "analysis/owners/objects/ObjectMap.h"
#include "analysis/owners/objects/RegionTable.h"
#include "analysis/owners/objects/Shadow.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <vector>

namespace memfacet::owners {

/// Whether one of \p Lines has bytes of [\p Low, \p High), which is not empty.
constexpr bool meetsLines(uint64_t Low, uint64_t High, ResidueSet Lines) {
  uint64_t First = Low >> SelectLineShift;
  uint64_t More = ((High - 1) >> SelectLineShift) - First;
  ResidueSet Met =
      neighbours(First % SelectResidues,
                 uint32_t(std::min<uint64_t>(More, SelectResidues - 1) + 1));
  return (Met & Lines) != 0;
}

class UnclaimedObjects {
public:
  /// So many wait at most, as they need more memory than those that are
  /// claimed. To have all of them claimed then, to make room, would cost more
  /// than to claim those that come: what was just released is at hand.
  static constexpr size_t MaxWaiting = size_t(1) << 19;

  explicit UnclaimedObjects(BirthTable &Table) : Table(Table) {}

  /// From here on, one line in 2^\p NewBits is chosen, no more than before.
  void choose(unsigned NewBits) {
    Bits = NewBits;
    Chosen = chosenLines(NewBits);
  }
  bool empty() const { return Waiting == 0; }
  /// An object at \p Address will begin or end soon.
  void expect(uint64_t Address) const {
    if (const Leaf *L = Leaves.find(Address))
      __builtin_prefetch(&L->Words[Address % RegionBytes / WordBytes], 1);
  }
  /// Whether \p O is of those that may wait.
  bool fits(const LiveObject &O) const {
    return Bits != 0 && Waiting != MaxWaiting &&
           O.Size < ObjectMap::LargeBytes && O.Address % GranuleBytes == 0 &&
           O.Address <= LastAddress && !meetsLines(O.Address, O.end(), Chosen);
  }
  /// Whether \p O has bytes of one that waits.
  bool overlaps(const LiveObject &O) const;
  /// \p O, which fits, waits from here on, and is put into the table after
  /// that; unless it overlaps one that waits: then false.
  bool add(const LiveObject &O);
  /// The one that starts at \p Address: its entry in the table, or null.
  BirthTable::Entry *find(uint64_t Address) const {
    BirthTable::Entry *E = empty() ? nullptr : Table.find(Address);
    return E && E->Unclaimed != 0 ? E : nullptr;
  }
  /// Of \p E, which waits.
  static LiveObject objectOf(const BirthTable::Entry &E) {
    return {E.Address, E.Unclaimed, StructureId(E.Structure)};
  }
  /// \p E, which waits, is about to leave the table.
  void leave(const BirthTable::Entry &E);
  /// One that waits and has bytes in the line of \p Address, or null.
  BirthTable::Entry *findInLine(uint64_t Address) const {
    return empty() || takenIn(Address) == 0 ? nullptr : findAround(Address);
  }
  /// \p E, which waits, does so no more. Returns its object.
  LiveObject take(BirthTable::Entry &E);
  /// None waits any more. Returns those that did.
  std::vector<LiveObject> takeAll();

private:
  static constexpr uint64_t GranuleBytes = 8;
  static constexpr uint64_t LastAddress =
      caches::AddressMask - ObjectMap::LargeBytes;
  /// Of 64 granules, a bit for each.
  struct Granules {
    uint64_t TakenBits; ///< objects that wait have it
    uint64_t BeginBits; ///< one begins there
  };
  static constexpr uint64_t WordBytes = GranuleBytes * 64;
  struct Leaf {
    Granules Words[RegionBytes / WordBytes];
  };
  static_assert(ShadowLineBytes == 8 * GranuleBytes);

  /// Those around \p Address.
  Granules granules(uint64_t Address) const {
    const Leaf *L = Leaves.find(Address);
    return L ? L->Words[Address % RegionBytes / WordBytes] : Granules();
  }
  /// Of the line of \p Address, the granules that are taken.
  uint8_t takenIn(uint64_t Address) const {
    return uint8_t(granules(Address).TakenBits >>
                   Address % WordBytes / ShadowLineBytes * 8);
  }
  BirthTable::Entry *findAround(uint64_t Address) const;

  void flipGranules(const LiveObject &O);
  bool takeGranules(const LiveObject &O);

  BirthTable &Table;
  unsigned Bits = 0;
  ResidueSet Chosen = AllResidues;
  size_t Waiting = 0;
  RegionTable<Leaf> Leaves;
  /// Addresses of objects that began to wait since all were taken last, unless
  /// they are so many that one better looks through the table.
  std::vector<uint64_t> Began;
  bool Listed = true;
};

} // namespace memfacet::owners

#endif

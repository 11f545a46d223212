//===- UnclaimedObjects.h - objects that are not claimed yet --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects (memfacet/Select.h) accesses chosen lines, and most
// small objects of the heap have none. The owner of their bytes is rarely
// needed, as most recorded accesses are to chosen lines. So these objects are
// not claimed (Ownership.h) when they are born, but wait in the table of
// births, where they are found when they are released. Most are never claimed.
// Those around an address outside of chosen lines are claimed before its owner
// is looked up.
//
// Objects that wait do not overlap, and lie in no mapping of the program. An
// overlap with a claimed object, whose release was missed, is found only when
// the object is claimed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_OBJECTS_UNCLAIMEDOBJECTS_H
#define MEMFACET_OWNERS_OBJECTS_UNCLAIMEDOBJECTS_H

#include "analysis/owners/objects/BirthTable.h"
#include "analysis/owners/objects/ObjectMap.h"
#include "analysis/owners/objects/RegionTable.h"
#include "analysis/owners/objects/Shadow.h"
#include "memfacet/Check.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <vector>

namespace memfacet::owners {

/// Returns whether one of \p Lines has bytes of [\p Low, \p High), which is not
/// empty.
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
  /// The number of objects that may wait, as they need more memory than those
  /// that are claimed. When it is reached, new objects are claimed. To claim
  /// those that wait would cost more: recently released memory is still in the
  /// caches.
  static constexpr size_t MaxWaiting = size_t(1) << 19;

  explicit UnclaimedObjects(BirthTable &Table) : Table(Table) {}

  /// Chooses one line in 2^\p NewBits from here on, no more than before.
  void choose(unsigned NewBits) {
    MEMFACET_CHECK(NewBits >= Bits, "objects that wait may be in new lines");
    Bits = NewBits;
    Chosen = chosenLines(NewBits);
  }
  bool empty() const { return Waiting == 0; }
  /// Says that an object at \p Address will begin or end soon.
  void expect(uint64_t Address) const {
    if (const Leaf *L = Leaves.find(Address))
      __builtin_prefetch(&L->Words[Address % RegionBytes / WordBytes], 1);
  }
  /// Returns whether \p O may wait.
  bool fits(const LiveObject &O) const {
    return Bits != 0 && Waiting != MaxWaiting &&
           O.Size < ObjectMap::LargeBytes && O.Address % GranuleBytes == 0 &&
           O.Address <= LastAddress && !meetsLines(O.Address, O.end(), Chosen);
  }
  /// Returns whether \p O overlaps an object that waits.
  bool overlaps(const LiveObject &O) const;
  /// Makes \p O wait, which must fit; the caller then puts it into the table.
  /// Returns false if it overlaps an object that waits.
  bool add(const LiveObject &O);
  /// Returns the entry in the table of the waiting object that starts at
  /// \p Address, or null.
  BirthTable::Entry *find(uint64_t Address) const {
    BirthTable::Entry *E = empty() ? nullptr : Table.find(Address);
    return E && E->Unclaimed != 0 ? E : nullptr;
  }
  /// Returns the object of \p E, which waits.
  static LiveObject objectOf(const BirthTable::Entry &E) {
    MEMFACET_CHECK(E.Unclaimed != 0, "the object waits");
    return {E.Address, E.Unclaimed, StructureId(E.Structure)};
  }
  /// Says that \p E, which waits, is about to leave the table.
  void leave(const BirthTable::Entry &E);
  /// Returns an object that waits and has bytes in the line of \p Address, or
  /// null.
  BirthTable::Entry *findInLine(uint64_t Address) const {
    return empty() || takenIn(Address) == 0 ? nullptr : findAround(Address);
  }
  /// Ends the wait of \p E. Returns its object.
  LiveObject take(BirthTable::Entry &E);
  /// Ends the wait of all objects. Returns them.
  std::vector<LiveObject> takeAll();

private:
  static constexpr uint64_t GranuleBytes = 8;
  static constexpr uint64_t LastAddress =
      caches::AddressMask - ObjectMap::LargeBytes;
  /// Bits of 64 granules.
  struct Granules {
    uint64_t TakenBits; ///< an object that waits covers it
    uint64_t BeginBits; ///< an object begins there
  };
  static constexpr uint64_t WordBytes = GranuleBytes * 64;
  struct Leaf {
    Granules Words[RegionBytes / WordBytes];
  };
  static_assert(ShadowLineBytes == 8 * GranuleBytes);

  /// Returns the granules around \p Address.
  Granules granules(uint64_t Address) const {
    const Leaf *L = Leaves.find(Address);
    return L ? L->Words[Address % RegionBytes / WordBytes] : Granules();
  }
  /// Returns the taken granules of the line of \p Address.
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
  /// Addresses of objects that began to wait since all were taken last, if
  /// Listed. If there are many, a search through the table is faster than a
  /// list.
  std::vector<uint64_t> Began;
  bool Listed = true;
};

} // namespace memfacet::owners

#endif

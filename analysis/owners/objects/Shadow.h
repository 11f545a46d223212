//===- Shadow.h - from an address to its structure, fast ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry for each line of 64 bytes, independent of the simulated line size:
//
//   0                 not known: whoever asks finds out, and sets it
//   structure + 1     the whole line belongs to it
//   Mixed | index     several structures: a word per 8 bytes, in a pool
//   Mixed | Fine | index    the same, with a word per 4 bytes: small globals
//                     and locals are close together
//
// The entries follow from the objects and ranges (Ownership.h): where these
// change, they are forgotten.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_OBJECTS_SHADOW_H
#define MEMFACET_OWNERS_OBJECTS_SHADOW_H

#include "analysis/owners/objects/RegionTable.h"
#include "analysis/support/Ids.h"
#include <array>
#include <span>

namespace memfacet::owners {

constexpr uint64_t ShadowLineBytes = 64;

constexpr uint64_t shadowLineBelow(uint64_t Address) {
  return Address & ~(ShadowLineBytes - 1);
}
constexpr uint64_t shadowLineAbove(uint64_t Address) {
  return shadowLineBelow(Address + ShadowLineBytes - 1);
}

class Shadow {
public:
  /// The structures of a mixed line, by 8-byte word; invalid: several in the
  /// word.
  using Words = std::array<StructureId, ShadowLineBytes / 8>;
  /// The same, by 4-byte word.
  using FineWords = std::array<StructureId, ShadowLineBytes / 4>;

  /// The first of two steps to find a structure: other memory can be fetched in
  /// between.
  using Entry = uint32_t;
  Entry entry(uint64_t Address) const {
    const Leaf *L = Leaves.find(Address);
    return L ? L->Entries[entryNumber(Address)] : 0;
  }
  /// Fetches the words that \p E refers to.
  void fetchWords(Entry E) const { __builtin_prefetch(wordsOf(E)); }
  /// Returns the structure of \p Address, whose entry is \p E, now or since
  /// lines were forgotten last; invalid: \p E does not name one. Has no branch
  /// that depends on whether the line is mixed, which cannot be predicted.
  StructureId find(Entry E, uint64_t Address) const {
    unsigned Shift = 3 - (E / FineBit & 1);
    StructureId Word = wordsOf(E)[Address % ShadowLineBytes >> Shift];
    return __builtin_unpredictable(E >> 31)
               ? Word
               : StructureId((E & StructureMask) - 1);
  }
  StructureId find(uint64_t Address) const {
    return find(entry(Address), Address);
  }
  /// Returns the structure of the whole line whose entry \p E is; invalid:
  /// there are several or none.
  static StructureId whole(Entry E) {
    // All bits are 1 where there are several.
    return StructureId(((E & StructureMask) - 1) | -(E >> 31));
  }
  bool mixed(uint64_t Address) const { return entry(Address) & MixedBit; }

  /// Sets the line of \p Address, of which nothing is known.
  void setLine(uint64_t Address, StructureId Structure);
  void setMixed(uint64_t Address, const Words &Structures);
  void setMixed(uint64_t Address, const FineWords &Structures);
  /// Forgets the lines that overlap [Low, High).
  void forget(uint64_t Low, uint64_t High);

private:
  static constexpr uint32_t MixedBit = uint32_t(1) << 31;
  static constexpr uint32_t StructureMask = MixedBit - 1;
  /// Used in mixed lines only, which then have fewer bits for the place.
  static constexpr uint32_t FineBit = uint32_t(1) << 30;
  static constexpr uint32_t PlaceMask = FineBit - 1;
  static constexpr uint64_t PageBytes = 4096;
  static constexpr size_t PageLines = PageBytes / ShadowLineBytes;
  struct Leaf {
    uint32_t Entries[RegionBytes / ShadowLineBytes];
    /// Pages with known lines, a bit each.
    uint64_t KnownPages[RegionBytes / PageBytes / 64];
  };

  static size_t entryNumber(uint64_t Address) {
    return (Address & (RegionBytes - 1)) / ShadowLineBytes;
  }
  /// The words of Pool in a place; fine words take two places.
  static constexpr size_t PlaceWords = std::tuple_size_v<Words>;
  /// Returns the words of \p E; of the first place if it is not mixed.
  const StructureId *wordsOf(Entry E) const {
    return Pool.data() + size_t(E & PlaceMask & -(E >> 31)) * PlaceWords;
  }
  Entry &newEntry(uint64_t Address);
  Entry makeMixed(std::span<const StructureId> Structures, Entry Bits);
  void forgetLine(Entry &E);
  void forgetLines(Leaf &L, size_t First, size_t End);
  void forgetPages(Leaf &L, uint64_t Low, uint64_t High);

  RegionTable<Leaf> Leaves;
  /// The first two places belong to no line: they are read for lines without
  /// words.
  std::vector<StructureId> Pool = std::vector<StructureId>(2 * PlaceWords);
  std::vector<uint32_t> FreePlaces, FreePairs; ///< free places, and free pairs
};

} // namespace memfacet::owners

#endif

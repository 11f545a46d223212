//===- Shadow.h - from an address to its structure, fast ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One entry per line of 64 bytes, whatever the simulated line size:
//
//   0                 nothing known: look further, and perhaps remember it
//   structure + 1     the whole line belongs to it
//   Remembered | ...  likewise, but it follows from an address range (a large
//                     object, a stack, a mapping), not from an object's bytes:
//                     forgotten when ranges change
//   Mixed | index     several structures: a word per 8 bytes, in a pool
//   Mixed | Fine | index    likewise, with a word per 4 bytes: small globals
//                     stand close together
//   Mixed | Fine | Remembered | index    likewise, but it follows from ranges:
//                     so do small locals
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
  /// Structures of a mixed line, by 8-byte word; invalid: several in the word.
  using Words = std::array<StructureId, ShadowLineBytes / 8>;
  /// Likewise, by 4-byte word.
  using FineWords = std::array<StructureId, ShadowLineBytes / 4>;

  /// To find something in two steps, so that others' memory can be waited for
  /// in between.
  using Entry = uint32_t;
  Entry entry(uint64_t Address) const {
    const Leaf *L = Leaves.find(Address);
    return L ? L->Entries[entryNumber(Address)] : 0;
  }
  /// It will be asked what \p E says.
  void fetchWords(Entry E) const { __builtin_prefetch(wordsOf(E)); }
  /// The structure that \p E names for \p Address, whose entry it is, or was
  /// since remembered lines were forgotten last; invalid: it does not. Nothing
  /// depends on a guess of what is mixed.
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
  /// The structure of the whole line whose entry \p E is; invalid: there are
  /// several or none.
  static StructureId whole(Entry E) {
    // All ones where there are several.
    return StructureId(((E & StructureMask) - 1) | -(E >> 31));
  }
  bool mixed(uint64_t Address) const { return entry(Address) & MixedBit; }
  /// Whether objects' bytes lie in the line, by its entry alone.
  bool hasObjects(uint64_t Address) const {
    Entry E = entry(Address);
    return E != 0 && !(E & RememberedBit);
  }

  /// The line of \p Address belongs to objects of one structure.
  void setLine(uint64_t Address, StructureId Structure);
  void setMixed(uint64_t Address, const Words &Structures);
  void setMixed(uint64_t Address, const FineWords &Structures);
  void clearLine(uint64_t Address);
  /// Sets all lines of [Low, High), which starts and ends at lines.
  void setLines(uint64_t Low, uint64_t High, StructureId Structure);
  void clearLines(uint64_t Low, uint64_t High);

  /// The line of \p Address lies in a range of \p Structure.
  void remember(uint64_t Address, StructureId Structure);
  void rememberMixed(uint64_t Address, const FineWords &Structures);
  /// Forgets what was remembered of lines that touch [Low, High).
  void forget(uint64_t Low, uint64_t High);

private:
  static constexpr uint32_t MixedBit = uint32_t(1) << 31;
  static constexpr uint32_t RememberedBit = uint32_t(1) << 30;
  static constexpr uint32_t StructureMask = RememberedBit - 1;
  /// Of mixed lines alone, and with it fewer bits of a place's number.
  static constexpr uint32_t FineBit = uint32_t(1) << 29;
  static constexpr uint32_t PlaceMask = FineBit - 1;
  static constexpr uint64_t PageBytes = 4096;
  struct Leaf {
    uint32_t Entries[RegionBytes / ShadowLineBytes];
    /// Pages with remembered lines.
    uint64_t Remembered[RegionBytes / PageBytes / 64];
  };

  static size_t entryNumber(uint64_t Address) {
    return (Address & (RegionBytes - 1)) / ShadowLineBytes;
  }
  /// So many of Pool make a place; fine words take two.
  static constexpr size_t PlaceWords = std::tuple_size_v<Words>;
  /// Where it is not mixed, the first place.
  const StructureId *wordsOf(Entry E) const {
    return Pool.data() + size_t(E & PlaceMask & -(E >> 31)) * PlaceWords;
  }
  void release(Entry E);
  void fillLines(Leaf &L, uint64_t Low, uint64_t High, Entry NewEntry);
  void fill(Entry &E, std::span<const StructureId> Structures, Entry Bits);
  void noteRemembered(Leaf &L, uint64_t Address);
  void forgetLine(uint32_t &Entry);
  void forgetPage(Leaf &L, size_t Page);

  RegionTable<Leaf> Leaves;
  /// The first two places are nobody's: they are read where there is no other.
  std::vector<StructureId> Pool = std::vector<StructureId>(2 * PlaceWords);
  std::vector<uint32_t> FreePlaces, FreePairs; ///< one place, two
};

} // namespace memfacet::owners

#endif

//===- Shadow.cpp - from an address to its structure, fast ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/Shadow.h"
#include <algorithm>
#include <bit>

namespace memfacet::owners {

static_assert(caches::MaxStructures < (uint32_t(1) << 30));

void Shadow::setLine(uint64_t Address, StructureId Structure) {
  uint32_t &Entry = Leaves.get(Address).Entries[entryNumber(Address)];
  release(Entry);
  Entry = Structure.Value + 1;
}

void Shadow::release(Entry E) {
  if (E & MixedBit)
    (E & FineBit ? FreePairs : FreePlaces).push_back(E & PlaceMask);
}

void Shadow::fill(Entry &E, std::span<const StructureId> Structures,
                  Entry Bits) {
  if ((E & (MixedBit | RememberedBit | FineBit)) != Bits) {
    release(E);
    auto &Free = Bits & FineBit ? FreePairs : FreePlaces;
    if (Free.empty()) {
      Free.push_back(uint32_t(Pool.size() / PlaceWords));
      Pool.resize(Pool.size() + Structures.size());
    }
    E = Free.back() | Bits;
    Free.pop_back();
  }
  std::ranges::copy(Structures,
                    Pool.begin() + ptrdiff_t((E & PlaceMask) * PlaceWords));
}

void Shadow::setMixed(uint64_t Address, const Words &Structures) {
  fill(Leaves.get(Address).Entries[entryNumber(Address)], Structures, MixedBit);
}

void Shadow::setMixed(uint64_t Address, const FineWords &Structures) {
  fill(Leaves.get(Address).Entries[entryNumber(Address)], Structures,
       MixedBit | FineBit);
}

void Shadow::clearLine(uint64_t Address) {
  if (Leaf *L = Leaves.find(Address)) {
    uint32_t &Entry = L->Entries[entryNumber(Address)];
    release(Entry);
    Entry = 0;
  }
}

void Shadow::setLines(uint64_t Low, uint64_t High, StructureId Structure) {
  for (uint64_t Begin = Low; Begin < High;) {
    uint64_t End = std::min(High, (Begin | (RegionBytes - 1)) + 1);
    fillLines(Leaves.get(Begin), Begin, End, Structure.Value + 1);
    Begin = End;
  }
}

void Shadow::clearLines(uint64_t Low, uint64_t High) {
  for (uint64_t Begin = Low; (Begin = Leaves.next(Begin, High)) < High;) {
    uint64_t End = std::min(High, (Begin | (RegionBytes - 1)) + 1);
    fillLines(*Leaves.find(Begin), Begin, End, 0);
    Begin = End;
  }
}

/// Fills the lines of [\p Low, \p High), which lies in the region of \p L.
void Shadow::fillLines(Leaf &L, uint64_t Low, uint64_t High, Entry NewEntry) {
  Entry *First = L.Entries + entryNumber(Low);
  for (Entry &E : std::span(First, (High - Low) / ShadowLineBytes)) {
    release(E);
    E = NewEntry;
  }
}

void Shadow::remember(uint64_t Address, StructureId Structure) {
  Leaf &L = Leaves.get(Address);
  uint32_t &Entry = L.Entries[entryNumber(Address)];
  release(Entry);
  Entry = RememberedBit | (Structure.Value + 1);
  noteRemembered(L, Address);
}

void Shadow::rememberMixed(uint64_t Address, const FineWords &Structures) {
  Leaf &L = Leaves.get(Address);
  fill(L.Entries[entryNumber(Address)], Structures,
       MixedBit | RememberedBit | FineBit);
  noteRemembered(L, Address);
}

void Shadow::noteRemembered(Leaf &L, uint64_t Address) {
  size_t Page = (Address & (RegionBytes - 1)) / PageBytes;
  L.Remembered[Page / 64] |= uint64_t(1) << Page % 64;
}

void Shadow::forgetLine(uint32_t &Entry) {
  if (!(Entry & RememberedBit))
    return;
  release(Entry);
  Entry = 0;
}

void Shadow::forgetPage(Leaf &L, size_t Page) {
  constexpr size_t LinesPerPage = PageBytes / ShadowLineBytes, GroupLines = 16;
  Entry *First = L.Entries + Page * LinesPerPage;
  // A program that selects accesses few lines of each page.
  for (size_t I = 0; I != LinesPerPage; I += GroupLines) {
    std::span<Entry> Group(First + I, GroupLines);
    Entry Any = 0;
    for (Entry E : Group)
      Any |= E;
    if (Any & RememberedBit)
      for (Entry &E : Group)
        forgetLine(E);
  }
}

void Shadow::forget(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  // A function's frame is a few lines, maybe of two pages.
  if (High - Low <= PageBytes) {
    for (uint64_t Line = Low & ~(ShadowLineBytes - 1); Line < High;
         Line += ShadowLineBytes)
      if (Leaf *L = Leaves.find(Line))
        forgetLine(L->Entries[entryNumber(Line)]);
    return;
  }
  // Whole pages: lines that are forgotten in excess come back at the next
  // look-up.
  for (uint64_t Region = Low & ~(RegionBytes - 1);
       (Region = Leaves.next(Region, High)) < High; Region += RegionBytes) {
    Leaf *L = Leaves.find(Region);
    size_t First = Low > Region ? (Low - Region) / PageBytes : 0;
    size_t End = size_t(std::min(RegionBytes, High - Region) + PageBytes - 1) /
                 PageBytes;
    for (size_t Group = First / 64; Group * 64 < End; ++Group) {
      uint64_t Pages = L->Remembered[Group];
      if (First > Group * 64)
        Pages &= ~uint64_t(0) << First % 64;
      if (End < Group * 64 + 64)
        Pages &= (uint64_t(1) << End % 64) - 1;
      L->Remembered[Group] &= ~Pages;
      for (; Pages; Pages &= Pages - 1)
        forgetPage(*L, Group * 64 + size_t(std::countr_zero(Pages)));
    }
  }
}

} // namespace memfacet::owners

//===- Shadow.cpp - from an address to its structure, fast ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/Shadow.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>

namespace memfacet::owners {

static_assert(caches::MaxStructures < (uint32_t(1) << 30));

/// Returns the entry of a line that is about to be known.
Shadow::Entry &Shadow::newEntry(uint64_t Address) {
  Leaf &L = Leaves.get(Address);
  size_t Page = (Address & (RegionBytes - 1)) / PageBytes;
  L.KnownPages[Page / 64] |= uint64_t(1) << Page % 64;
  Entry &E = L.Entries[entryNumber(Address)];
  MEMFACET_CHECK(E == 0, "what was known of the line was forgotten");
  return E;
}

/// Puts words into a free place of the pool. Returns the entry for it.
Shadow::Entry Shadow::makeMixed(std::span<const StructureId> Structures,
                                Entry Bits) {
  auto &Free = Bits & FineBit ? FreePairs : FreePlaces;
  if (Free.empty()) {
    Free.push_back(uint32_t(Pool.size() / PlaceWords));
    Pool.resize(Pool.size() + Structures.size());
  }
  uint32_t Place = Free.back();
  Free.pop_back();
  std::ranges::copy(Structures, Pool.begin() + ptrdiff_t(Place * PlaceWords));
  return Place | Bits;
}

void Shadow::setLine(uint64_t Address, StructureId Structure) {
  newEntry(Address) = Structure.Value + 1;
}

void Shadow::setMixed(uint64_t Address, const Words &Structures) {
  newEntry(Address) = makeMixed(Structures, MixedBit);
}

void Shadow::setMixed(uint64_t Address, const FineWords &Structures) {
  newEntry(Address) = makeMixed(Structures, MixedBit | FineBit);
}

void Shadow::forgetLine(Entry &E) {
  if (E & MixedBit)
    (E & FineBit ? FreePairs : FreePlaces).push_back(E & PlaceMask);
  E = 0;
}

/// Forgets the lines of \p L from number \p First to before \p End.
void Shadow::forgetLines(Leaf &L, size_t First, size_t End) {
  constexpr size_t GroupLines = 16;
  // A program that selects accesses few lines of each page.
  for (; First < End; First += GroupLines) {
    std::span<Entry> Group(L.Entries + First,
                           std::min(GroupLines, End - First));
    Entry Any = 0;
    for (Entry E : Group)
      Any |= E;
    if (Any != 0)
      for (Entry &E : Group)
        forgetLine(E);
  }
}

/// Forgets the lines of \p L in the bytes from \p Low to before \p High.
void Shadow::forgetPages(Leaf &L, uint64_t Low, uint64_t High) {
  size_t FirstLine = Low / ShadowLineBytes,
         EndLine = (High + ShadowLineBytes - 1) / ShadowLineBytes;
  size_t First = Low / PageBytes, End = (High + PageBytes - 1) / PageBytes;
  for (size_t Group = First / 64; Group * 64 < End; ++Group) {
    uint64_t Pages = L.KnownPages[Group];
    if (First > Group * 64)
      Pages &= ~uint64_t(0) << First % 64;
    if (End < Group * 64 + 64)
      Pages &= (uint64_t(1) << End % 64) - 1;
    for (; Pages; Pages &= Pages - 1) {
      size_t Begin = (Group * 64 + size_t(std::countr_zero(Pages))) * PageLines;
      forgetLines(L, std::max(Begin, FirstLine),
                  std::min(Begin + PageLines, EndLine));
      if (FirstLine <= Begin && Begin + PageLines <= EndLine)
        L.KnownPages[Group] &= ~(Pages & -Pages);
    }
  }
}

void Shadow::forget(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  // An object or a function's frame is a few lines, maybe of two pages.
  if (High - Low <= PageBytes) {
    for (uint64_t Line = Low & ~(ShadowLineBytes - 1); Line < High;
         Line += ShadowLineBytes)
      if (Leaf *L = Leaves.find(Line))
        forgetLine(L->Entries[entryNumber(Line)]);
    return;
  }
  for (uint64_t Region = Low & ~(RegionBytes - 1);
       (Region = Leaves.next(Region, High)) < High; Region += RegionBytes)
    forgetPages(*Leaves.find(Region), Low > Region ? Low - Region : 0,
                std::min(RegionBytes, High - Region));
}

} // namespace memfacet::owners

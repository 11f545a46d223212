//===- Candidates.cpp - changes that the evidence suggests ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Candidates.h"
#include "memfacet/Check.h"
#include <set>
#include <tuple>

namespace memfacet::advise {

/// The least misses of a structure with candidates.
static constexpr uint64_t LeastMisses = 100;

bool Subject::movable() const {
  return Shape && Observed.ElementBytes == Shape->Bytes &&
         Observed.Uneven == 0 &&
         Observed.InObjects * 20 >= Observed.Accesses * 19 &&
         Observed.Misaligned * 20 <= Observed.Accesses;
}

Candidate Subject::candidate(AdviceKind Kind) const {
  Candidate C;
  C.Kind = Kind;
  C.Structure = Id;
  C.GapsClose = Observed.OfHeap && Observed.Ended == 0;
  if (Observed.ElementBytes)
    C.Layout = sameLayout(Observed.ElementBytes);
  return C;
}

uint64_t fetchedBytes(const ElementLayout &Layout, const StructureEvidence &E,
                      uint64_t LineBytes) {
  MEMFACET_CHECK(LineBytes != 0, "visits fetch lines");
  uint64_t Sum = 0;
  for (const auto &[Mask, Count] : E.Visits) {
    std::set<std::pair<uint32_t, uint64_t>> Lines; // part, line
    auto Add = [&](uint32_t Part, uint64_t Begin, uint64_t Bytes) {
      for (uint64_t L = Begin / LineBytes; L <= (Begin + Bytes - 1) / LineBytes;
           ++L)
        Lines.emplace(Part, L);
    };
    for (const LayoutPiece &P : Layout.Pieces)
      if (Mask & E.maskOf(P.Offset, P.Bytes)) {
        Add(P.Part, P.NewOffset, P.NewBytes);
        if (P.Part != 0 && Layout.LinkOffset != ElementLayout::NoLink)
          Add(0, Layout.LinkOffset, 8);
      }
    uint64_t VisitBytes = 0;
    for (auto [Part, Line] : Lines)
      VisitBytes += std::min<uint64_t>(Layout.Strides[Part], LineBytes);
    Sum += Count * VisitBytes;
  }
  return Sum;
}

/// Adds a limit where objects are released: then the rest of the heap is not
/// followed.
static void sayWhatStays(const StructureEvidence &Observed, Candidate &C) {
  bool Moves =
      C.Kind != AdviceKind::Prefetch && C.Kind != AdviceKind::HugePages;
  if (Moves && Observed.OfHeap && Observed.Ended != 0 &&
      Observed.LargestObject < LargeBlock)
    C.Limits.push_back("its objects are released now and then: what else lies "
                       "on the heap is taken to keep its place");
}

CandidateList findCandidates(const result::Profile &P, const Evidence &E) {
  MEMFACET_CHECK(E.Structures.size() <= P.Structures.size(),
                 "the evidence is of the profile's structures");
  CandidateList All;
  uint64_t Program = E.All.Levels.empty() ? 0 : E.All.Levels[0];
  for (uint32_t Id = 0; Id != E.Structures.size(); ++Id) {
    const StructureEvidence &Observed = E.Structures[Id];
    Subject S{P,
              StructureId(Id),
              P.Structures[Id],
              Observed,
              shapeOf(P, StructureId(Id)),
              P.Caches.LineBytes,
              &E.Structures};
    uint64_t Misses =
        S.misses() + Observed.Misses.Sharing + Observed.Misses.Pages;
    uint64_t Whole = Program + E.All.Sharing + E.All.Pages;
    if (Observed.Objects == 0 || Misses < LeastMisses || Misses * 200 < Whole)
      continue;
    for (auto Suggest :
         {suggestSplit, suggestArrays, suggestReorder, suggestShrink,
          suggestAlign, suggestPadRows, suggestShift, suggestSeparate,
          suggestPool, suggestSort, suggestPrefetch, suggestHugePages})
      Suggest(S, All);
  }
  suggestJoins(P, E, All);
  for (Candidate &C : All)
    sayWhatStays(E.Structures[C.Structure.Value], C);
  std::ranges::sort(All, {}, [](const Candidate &C) {
    return std::tuple(~C.Promise, C.Structure, C.Kind,
                      std::string_view(C.Action));
  });
  return All;
}

} // namespace memfacet::advise

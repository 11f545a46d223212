//===- TouchSplit.cpp - accesses split into touches -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/TouchSplit.h"
#include "analysis/caches/cache/SetWords.h"

namespace memfacet::caches {

/// Each touch is written to both lists, and kept where it belongs.
void splitTouches(const OwnedAccesses &Accesses, const TouchedLines &Lines,
                  SelectedTouches &Chosen, SelectedTouches &Visited) {
  SelectedTouches::End ChosenEnd = Chosen.end(), VisitedEnd = Visited.end();
  for (size_t I = 0; I != Accesses.Count; ++I) {
    uint64_t Line = (Accesses.Address[I] & AddressMask) >> SelectLineShift;
    CacheWord Word = Miss::wanted(Line, Accesses.Owners[I]) |
                     CacheWord(Accesses.Info[I].write());
    *ChosenEnd.Words = *VisitedEnd.Words = Word;
    *ChosenEnd.Sites = *VisitedEnd.Sites = Accesses.Info[I].site();
    ChosenEnd += hasResidue(Lines.Chosen, Line);
    VisitedEnd += hasResidue(Lines.Visited, Line);
  }
  Chosen.endAt(ChosenEnd);
  Visited.endAt(VisitedEnd);
}

TouchSplit *bestTouchSplit(SearchKind Kind) {
  return bestSearch(Kind, MaxNarrowWays) == SearchKind::Avx512
             ? splitTouchesAvx512
             : splitTouches;
}

} // namespace memfacet::caches

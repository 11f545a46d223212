//===- TouchSplit.cpp - accesses become touches ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/TouchSplit.h"
#include "analysis/caches/cache/SetWords.h"

namespace memfacet::caches {

/// Each is written to both, and stays where it belongs.
void splitTouches(const OwnedAccesses &All, const TouchedLines &Lines,
                  SelectedTouches &Chosen, SelectedTouches &Visited) {
  SelectedTouches::End To = Chosen.end(), ToVisited = Visited.end();
  for (size_t I = 0; I != All.Count; ++I) {
    uint64_t Line = (All.Address[I] & AddressMask) >> SelectLineShift;
    CacheWord Word =
        Miss::wanted(Line, All.Owners[I]) | CacheWord(All.Info[I].write());
    *To.Words = *ToVisited.Words = Word;
    *To.Sites = *ToVisited.Sites = All.Info[I].site();
    To += hasResidue(Lines.Chosen, Line);
    ToVisited += hasResidue(Lines.Visited, Line);
  }
  Chosen.endAt(To);
  Visited.endAt(ToVisited);
}

TouchSplit *bestTouchSplit(SearchKind Kind) {
  return bestSearch(Kind, MaxNarrowWays) == SearchKind::Avx512
             ? splitTouchesAvx512
             : splitTouches;
}

} // namespace memfacet::caches

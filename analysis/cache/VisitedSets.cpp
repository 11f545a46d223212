//===- VisitedSets.cpp - a first level's sets for a while -----------------===//

#include "analysis/cache/VisitedSets.h"
#include <algorithm>
#include <cassert>
#include <utility>

namespace memfacet {

VisitedSets::VisitedSets(const CacheLevel &Level, bool Empty)
    : Count(Level.sets(SelectLineBytes)), Ways(Level.Ways),
      Sets(Count, Set{0, Empty}), Words(Count * Ways, EmptyWord) {
  assert(Count % SelectResidues == 0);
}

/// What waits of set \p Index are misses.
void VisitedSets::credit(uint64_t Index, std::vector<Miss> &Misses) {
  const CacheWord *Places = &Words[Index * Ways];
  CacheWord Victim = Places[Ways - 1];
  auto IsHere = [&](const Miss &M) { return M.line() % Count == Index; };
  for (const Miss &M : Waiting)
    if (IsHere(M)) {
      Misses.push_back({M.Wanted, Victim, M.Site});
      auto Word = std::find_if(Places, Places + Ways, [&](CacheWord W) {
        return sameLine(W, M.Wanted);
      });
      assert(Word != Places + Ways && "nothing has left the set yet");
      Victim = *Word;
    }
  std::erase_if(Waiting, IsHere);
}

void VisitedSets::touch(CacheWord Touch, uint32_t Site,
                        std::vector<Miss> &Misses) {
  uint64_t Index = lineOf(Touch) % Count;
  Set &State = Sets[Index];
  CacheWord *Places = &Words[Index * Ways];
  CacheWord *Place =
      std::find_if(Places, Places + State.Lines,
                   [&](CacheWord W) { return sameLine(W, Touch); });
  bool IsMiss = Place == Places + State.Lines;
  CacheWord Wanted = Touch & ~DirtyBit;
  if (IsMiss && State.Lines != Ways) {
    ++State.Lines;
    (State.Counts ? Misses : Waiting).push_back({Wanted, EmptyWord, Site});
  } else if (IsMiss) {
    if (!std::exchange(State.Counts, true))
      credit(Index, Misses);
    --Place;
    Misses.push_back({Wanted, *Place, Site});
  }
  CacheWord Word = IsMiss || isDirty(Touch) ? Touch : *Place;
  std::copy_backward(Places, Place, Place + 1);
  *Places = Word;
}

/// Sets that the first visit did not come to are as unknown as others from now
/// on.
void VisitedSets::begin(const LinesValue &Visit) {
  if (std::exchange(Lines, Visit) != LinesValue())
    for (Set &S : Sets)
      S.Counts &= S.Lines != 0;
  Waiting.clear();
}

void VisitedSets::take(const TouchSpan &Touches, const LinesValue &Visit,
                       std::vector<Miss> &Misses) {
  if (Lines != Visit)
    begin(Visit);
  for (size_t I = 0; I != Touches.Count; ++I)
    touch(Touches.Words[I], Touches.Sites[I], Misses);
}

} // namespace memfacet

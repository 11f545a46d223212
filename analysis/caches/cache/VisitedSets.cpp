//===- VisitedSets.cpp - the sets of a first level during visits ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/VisitedSets.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <iterator>
#include <utility>

namespace memfacet::caches {

VisitedSets::VisitedSets(const CacheLevel &Level, bool Empty, SearchKind Search)
    : Count(Level.sets(SelectLineBytes)), Empty(Empty),
      Renewed(makeLevelStore(Level, SelectLineBytes, Search)),
      Stale(makeLevelStore(Level, SelectLineBytes, Search)) {
  MEMFACET_CHECK(Count % SelectResidues == 0, "each residue has as many sets");
}

/// Begins a visit.
void VisitedSets::begin(const LinesValue &Visit, uint32_t VisitNumber) {
  IsFirst = !std::exchange(HasBegun, true);
  Number = VisitNumber;
  BeganRepeated = Visit.IsRepeated;
  Stale->copy(*Renewed);
  Waiting.clear();
}

/// Moves to Certain what is a miss among \p New and Waiting; the rest waits.
void VisitedSets::sortOut(std::span<const Miss> New) {
  Certain.clear();
  for (const Miss &M : New) {
    if (M.Victim == EmptyWord) {
      Waiting.push_back(M);
      continue;
    }
    std::erase_if(Waiting, [&](const Miss &Fetch) {
      bool IsHere = Fetch.line() % Count == M.line() % Count;
      if (IsHere)
        Certain.push_back(Fetch);
      return IsHere;
    });
    Certain.push_back(M);
  }
}

/// Simulates touches in \p Store. Returns its misses, until the next call for
/// it.
std::span<Miss> VisitedSets::simulate(LevelStore &Store,
                                      const TouchSpan &Touches) {
  std::vector<Miss> &Misses = &Store == Stale.get() ? StaleRoom : Room;
  if (Misses.size() < Touches.Count)
    Misses.resize(Touches.Count);
  return {Misses.data(), Store.takeTouches(Touches, Misses.data())};
}

static bool hasNoVictim(const Miss &M) { return M.Victim == EmptyWord; }

void VisitedSets::take(const TouchSpan &Touches, const LinesValue &Visit,
                       uint32_t VisitNumber, TurnWeights &Weights,
                       std::vector<Miss> &Misses,
                       std::vector<Miss> &Uncounted) {
  if (!HasBegun || Number != VisitNumber)
    begin(Visit, VisitNumber);
  std::span<Miss> New = simulate(*Renewed, Touches);
  if (IsFirst && Empty) {
    Misses.insert(Misses.end(), New.begin(), New.end());
  } else if (!Visit.IsRepeated) {
    sortOut(New);
    Errors.correct(Certain, Weights, Misses, Uncounted);
    std::ranges::copy_if(New, std::back_inserter(Uncounted), hasNoVictim);
  } else if (!BeganRepeated) {
    Certain.assign(New.begin(), New.end());
    std::erase_if(Certain, hasNoVictim);
    std::span<Miss> Old = simulate(*Stale, Touches);
    auto End = std::remove_if(Old.begin(), Old.end(), hasNoVictim);
    Errors.learn(Certain, {Old.begin(), End});
  }
}

} // namespace memfacet::caches

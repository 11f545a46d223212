//===- VisitedSets.cpp - the sets of a first level during visits ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/VisitedSets.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::caches {

VisitedSets::VisitedSets(const CacheLevel &Level, bool Empty, SearchKind Search)
    : Empty(Empty), Renewed(makeLevelStore(Level, SelectLineBytes, Search)),
      Stale(makeLevelStore(Level, SelectLineBytes, Search)) {
  MEMFACET_CHECK(Level.sets(SelectLineBytes) % SelectResidues == 0,
                 "each residue has as many sets");
}

/// Begins a visit.
void VisitedSets::begin(const LinesValue &Visit, uint32_t VisitNumber) {
  IsFirst = !std::exchange(HasBegun, true);
  Number = VisitNumber;
  BeganRepeated = Visit.IsRepeated;
  Stale->copy(*Renewed);
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

/// Moves the misses without a victim from \p Misses to \p Unknown.
static std::span<Miss> withVictims(std::span<Miss> Misses,
                                   std::vector<Miss> &Unknown) {
  auto End =
      std::stable_partition(Misses.begin(), Misses.end(), [](const Miss &M) {
        return M.Victim != EmptyWord;
      });
  Unknown.insert(Unknown.end(), End, Misses.end());
  return {Misses.begin(), End};
}

void VisitedSets::take(const TouchSpan &Touches, const LinesValue &Visit,
                       uint32_t VisitNumber, std::vector<Miss> &Misses,
                       std::vector<Miss> &Uncounted) {
  if (!HasBegun || Number != VisitNumber)
    begin(Visit, VisitNumber);
  std::span<Miss> New = simulate(*Renewed, Touches);
  if (IsFirst && Empty) {
    Misses.insert(Misses.end(), New.begin(), New.end());
  } else if (!Visit.IsRepeated) {
    Errors.correct(withVictims(New, Uncounted), Misses, Uncounted);
  } else if (!BeganRepeated) {
    Unknown.clear();
    std::span<Miss> Old = simulate(*Stale, Touches);
    Errors.learn(withVictims(New, Unknown), withVictims(Old, Unknown));
  }
}

} // namespace memfacet::caches

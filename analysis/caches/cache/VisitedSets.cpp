//===- VisitedSets.cpp - the sets of a first level during visits ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/VisitedSets.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::caches {

VisitedSets::VisitedSets(const CacheLevel &Level, bool Empty, SearchKind Search)
    : Count(Level.sets(SelectLineBytes)), Ways(Level.Ways), Empty(Empty),
      Renewed(makeLevelStore(Level, SelectLineBytes, Search)),
      Stale(makeLevelStore(Level, SelectLineBytes, Search)), Known(Count),
      WasFull(Count) {
  MEMFACET_CHECK(Count % SelectResidues == 0, "each residue has as many sets");
}

/// Begins a visit.
void VisitedSets::begin(const LinesValue &Visit, uint32_t VisitNumber) {
  IsFirst = !std::exchange(HasBegun, true);
  Number = VisitNumber;
  BeganRepeated = Visit.IsRepeated;
  Stale->copy(*Renewed);
  for (uint64_t Index = 0; Index != Count; ++Index)
    WasFull[Index] = Known[Index] == Ways;
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

/// Moves the misses of sets that were full when the visit began to the front.
/// Returns their number.
size_t VisitedSets::partByFullness(std::span<Miss> Misses) const {
  auto FirstOther =
      std::stable_partition(Misses.begin(), Misses.end(), [&](const Miss &M) {
        return WasFull[M.line() % Count];
      });
  return size_t(FirstOther - Misses.begin());
}

void VisitedSets::take(const TouchSpan &Touches, const LinesValue &Visit,
                       uint32_t VisitNumber, std::vector<Miss> &Misses,
                       std::vector<Miss> &Uncounted) {
  if (!HasBegun || Number != VisitNumber)
    begin(Visit, VisitNumber);
  std::span<Miss> New = simulate(*Renewed, Touches);
  for (const Miss &M : New)
    Known[M.line() % Count] += M.Victim == EmptyWord;
  if (IsFirst && Empty) {
    Misses.insert(Misses.end(), New.begin(), New.end());
    return;
  }
  size_t Full = partByFullness(New);
  if (!Visit.IsRepeated) {
    OfFull.correct(New.first(Full), Misses, Uncounted);
    OfOthers.correct(New.subspan(Full), Misses, Uncounted);
  } else if (!BeganRepeated) {
    std::span<Miss> Old = simulate(*Stale, Touches);
    size_t OldFull = partByFullness(Old);
    OfFull.learn(New.first(Full), Old.first(OldFull));
    OfOthers.learn(New.subspan(Full), Old.subspan(OldFull));
  }
}

} // namespace memfacet::caches

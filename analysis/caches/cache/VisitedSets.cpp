//===- VisitedSets.cpp - the sets of a first level during visits ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/VisitedSets.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::caches {

VisitedSets::VisitedSets(const CacheLevel &Level, bool Empty, SearchKind Search)
    : Count(Level.sets(SelectLineBytes)), Ways(Level.Ways),
      Sets(Count, Set{0, Empty}),
      Known(makeLevelStore(Level, SelectLineBytes, Search)),
      Stale(makeLevelStore(Level, SelectLineBytes, Search)),
      Words(Count * Ways, EmptyWord) {
  MEMFACET_CHECK(Count % SelectResidues == 0, "each residue has as many sets");
}

/// Counts the waiting fetches into set \p Index as misses.
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
      MEMFACET_CHECK(Word != Places + Ways, "nothing has left the set yet");
      Victim = *Word;
    }
  std::erase_if(Waiting, IsHere);
}

/// Begins to count set \p Index, which is full and in order.
void VisitedSets::beginToCount(uint64_t Index) {
  Sets[Index].Counts = true;
  --Unknown;
  Room.resize(std::max<size_t>(Room.size(), 1));
  uint32_t NoSite = 0;
  for (uint32_t Way = Ways; Way-- != 0;)
    Known->takeTouches({&Words[Index * Ways + Way], &NoSite, 1}, Room.data());
}

/// Simulates a touch of a set that does not count yet.
void VisitedSets::touchUnknown(CacheWord Touch, uint32_t Site,
                               std::vector<Miss> &Misses) {
  uint64_t Index = lineOf(Touch) % Count;
  Set &State = Sets[Index];
  MEMFACET_CHECK(!State.Counts, "an earlier visit has ended");
  CacheWord *Places = &Words[Index * Ways];
  CacheWord *Place =
      std::find_if(Places, Places + State.Lines,
                   [&](CacheWord W) { return sameLine(W, Touch); });
  bool IsMiss = Place == Places + State.Lines;
  bool IsSure = IsMiss && State.Lines == Ways;
  Miss Fetch{Touch & ~DirtyBit, EmptyWord, Site};
  if (IsSure) {
    credit(Index, Misses);
    --Place;
    Fetch.Victim = *Place;
    Misses.push_back(Fetch);
  } else if (IsMiss) {
    ++State.Lines;
    Waiting.push_back(Fetch);
  }
  CacheWord Word = IsMiss || isDirty(Touch) ? Touch : *Place;
  std::copy_backward(Places, Place, Place + 1);
  *Places = Word;
  if (IsSure)
    beginToCount(Index);
}

/// Simulates touches of sets that count.
void VisitedSets::touchKnown(const TouchSpan &Touches,
                             std::vector<Miss> &Misses) {
  if (IsFirst) [[unlikely]]
    for (size_t I = 0; I != Touches.Count; ++I)
      Sets[lineOf(Touches.Words[I]) % Count].Lines = 1;
  std::span<const Miss> New = takeKnown(*Known, Touches);
  Misses.insert(Misses.end(), New.begin(), New.end());
}

/// Simulates touches in \p Store. Returns its misses, until the next call.
std::span<const Miss> VisitedSets::takeKnown(LevelStore &Store,
                                             const TouchSpan &Touches) {
  if (Room.size() < Touches.Count)
    Room.resize(Touches.Count);
  return {Room.data(), Store.takeTouches(Touches, Room.data())};
}

/// Begins a visit. After the first visit, a set that it did not touch is as
/// unknown as the others.
void VisitedSets::begin(const LinesValue &Visit) {
  IsFirst = std::exchange(Lines, Visit) == LinesValue();
  if (!IsFirst)
    for (Set &S : Sets)
      S.Counts &= S.Lines != 0;
  Waiting.clear();
  ResidueSet Visited = visitedLines(Visit.Bits, Visit.Visit);
  Unknown = 0;
  for (uint64_t Index = 0; Index != Count; ++Index)
    Unknown += hasResidue(Visited, Index) && !Sets[Index].Counts;
  IsStale = Unknown == 0 && !IsFirst;
  if (IsStale)
    Stale->copy(*Known);
}

void VisitedSets::take(const TouchSpan &Touches, const LinesValue &Visit,
                       std::vector<Miss> &Misses) {
  if (Lines.Bits != Visit.Bits || Lines.Visit != Visit.Visit)
    begin(Visit);
  size_t Begin = Misses.size();
  simulate(Touches, Misses);
  if (!IsStale)
    return;
  if (Visit.IsRepeated)
    Errors.learn(std::span(Misses).subspan(Begin), takeKnown(*Stale, Touches));
  else
    Errors.correct(Misses, Begin);
}

void VisitedSets::simulate(const TouchSpan &Touches,
                           std::vector<Miss> &Misses) {
  for (size_t I = 0; I != Touches.Count; ++I) {
    if (Unknown == 0) [[likely]]
      return touchKnown(Touches.part(I, Touches.Count - I), Misses);
    CacheWord Touch = Touches.Words[I];
    if (Sets[lineOf(Touch) % Count].Counts)
      touchKnown(Touches.part(I, 1), Misses);
    else
      touchUnknown(Touch, Touches.Sites[I], Misses);
  }
}

} // namespace memfacet::caches

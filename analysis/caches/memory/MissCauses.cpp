//===- MissCauses.cpp - why chosen lines missed ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/MissCauses.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::caches {

MissCauses::MissCauses(const CacheModel &Model, uint64_t Period)
    : Model(Model),
      SharedFrom(
          size_t(std::ranges::find(Model.Levels, true, &CacheLevel::Shared) -
                 Model.Levels.begin())),
      Tally(Model), Occupancy(Period), Period(Period),
      Shared(makeCaches(SharedFrom, Model.Levels.size())) {
  MEMFACET_CHECK(bool(checkSelectable(Model)), "callers ask before");
}

std::vector<MissCauses::CacheState> MissCauses::makeCaches(size_t First,
                                                           size_t End) const {
  std::vector<CacheState> Caches;
  for (size_t Level = First; Level < End; ++Level) {
    Caches.push_back({LineHistory(Model.Levels[Level], Model.LineBytes,
                                  /*Coherent=*/false)});
    if (Bits != 0)
      Caches.back().History.choose(Bits);
  }
  return Caches;
}

void MissCauses::enter(const FilteredPlace &Place) {
  if (Place.Bits > Bits)
    choose(Place.Bits);
  Tally.resize(Place.Structures);
  if (!Current || Thread != Place.Thread) {
    Thread = Place.Thread;
    auto [Entry, IsNew] = Private.try_emplace(Thread.Value);
    if (IsNew)
      Entry->second = makeCaches(0, SharedFrom);
    Current = &Entry->second;
  }
  uint64_t Now =
      Place.Process.valid() ? Place.Process.Value : Place.Interval.Value;
  if (Now > Clock)
    Occupancy.advance((Now - std::exchange(Clock, Now)) * Period, Tally,
                      Model.Levels.size());
}

MissCauses::CacheState &MissCauses::stateOf(size_t Level) {
  return Level < SharedFrom ? (*Current)[Level] : Shared[Level - SharedFrom];
}

/// Follows one line in 2^\p NewBits from here on. Others leave, and count
/// nowhere.
void MissCauses::choose(unsigned NewBits) {
  settle();
  Bits = NewBits;
  Chosen = chosenLines(Bits);
  Occupancy.choose(Bits);
  auto Keep = [&](size_t Level, CacheState &C) {
    for (uint32_t Record = 0; Record != C.Holders.size(); ++Record)
      if (uint32_t &Holder = C.Holders[Record];
          Holder != None && !hasResidue(Chosen, C.History.lineOf(Record)))
        Tally.lost(Level, std::exchange(Holder, None));
    C.History.choose(Bits);
  };
  for (auto &[Number, Caches] : Private)
    for (size_t Level = 0; Level != SharedFrom; ++Level)
      Keep(Level, Caches[Level]);
  for (size_t I = 0; I != Shared.size(); ++I)
    Keep(SharedFrom + I, Shared[I]);
}

uint32_t MissCauses::recordOf(CacheState &C, uint64_t Line) const {
  uint32_t Record = C.History.recordOf(Line);
  if (Record == C.Holders.size())
    C.Holders.push_back(None);
  return Record;
}

/// Says that the first level looks up \p Line.
void MissCauses::use(CacheState &C, uint64_t Line) const {
  C.Recent.use(Line, [&](uint64_t Previous) {
    uint32_t Record = recordOf(C, Previous);
    if (C.Holders[Record] != None)
      C.History.used(Record);
  });
}

void MissCauses::lookedUp(size_t Level, const LookUpSpan &Lines,
                          std::span<const Miss> Misses) {
  CacheState &C = stateOf(Level);
  const bool IsFirst = Level == 0;
  if (Level + 1 == Model.Levels.size())
    countWrites(Misses);
  // Hits of the first level tell nothing once some lines are chosen.
  if (IsFirst && Bits != 0) {
    for (const Miss &M : Misses)
      if (hasResidue(Chosen, M.line()))
        missed(Level, C, M);
    return;
  }
  auto Next = Misses.begin();
  auto Wants = [](const Miss &M) { return M.Wanted != EmptyWord; };
  for (size_t I = 0; I != Lines.size(); ++I) {
    const uint64_t Line = lineOf(Lines[I]);
    if (sameLine(Lines[I], EmptyWord))
      continue;
    Next = std::find_if(Next, Misses.end(), Wants);
    const bool Missed = Next != Misses.end() && Next->line() == Line;
    const Miss *M = Missed ? &*Next++ : nullptr;
    if (!hasResidue(Chosen, Line))
      continue;
    if (IsFirst)
      use(C, Line);
    if (M)
      missed(Level, C, *M);
    else
      C.History.ask(recordOf(C, Line), LineHistory::LookUp::Takes, false);
  }
}

/// Counts the lines that leave the last level, or were handed on to it, for
/// memory.
void MissCauses::countWrites(std::span<const Miss> Misses) {
  for (const Miss &M : Misses)
    if (isDirty(M.Victim) && hasResidue(Chosen, lineOf(M.Victim)) &&
        Tally.counting())
      ++Tally[ownerOf(M.Victim).Value].MemoryWrites;
}

/// Counts \p M, and who brought the line and which one left.
void MissCauses::missed(size_t Level, CacheState &C, const Miss &M) {
  const uint32_t Structure = M.structure().Value;
  const uint32_t Record = recordOf(C, M.line());
  LineHistory::Answer Answer =
      C.History.ask(Record, LineHistory::LookUp::Takes, true);
  if (Level == 0 && Bits != 0 && Answer.Class != MissClass::Compulsory)
    Answer.Class = MissClass::Capacity;
  if (Tally.counting()) {
    LevelDetail &D = Tally.at(Level, Structure);
    ++D.Misses;
    ++D.ByClass[size_t(Answer.Class)];
    Tally.missedIn(Level, M.line() % Tally.sets(Level).size(), Answer.Class);
    ByCluster.add(Level, Structure, clusterOf(Level, M.line()), Answer.Class);
  }
  if (Answer.Evictor != LineHistory::NoEvictor)
    Tally.premature(Level, Structure, Answer.Evictor);
  if (C.Holders[Record] == None)
    Tally.took(Level, C.Holders[Record] = Structure);
  if (M.Victim == EmptyWord)
    return;
  const uint32_t Victim = recordOf(C, lineOf(M.Victim));
  C.History.evicted(Victim, Structure);
  if (C.Holders[Victim] != None)
    Tally.lost(Level, std::exchange(C.Holders[Victim], None));
}

/// Returns the cluster of \p Line: its group of sets. A residue is one set of
/// a level of 64 sets; its lines are divided by where they are in memory.
size_t MissCauses::clusterOf(size_t Level, uint64_t Line) const {
  const uint64_t Above = Line / SelectResidues;
  const uint64_t Groups =
      Level == 0 ? ClusterCount : Tally.sets(Level).size() / SelectResidues;
  return (Above % Groups * 8 + Line) % ClusterCount;
}

void MissCauses::empty(size_t Level, CacheState &C) {
  for (uint32_t &Holder : C.Holders)
    if (Holder != None)
      Tally.lost(Level, std::exchange(Holder, None));
}

void MissCauses::threadEnded() {
  MEMFACET_CHECK(Current, "it has been entered");
  for (size_t Level = 0; Level != SharedFrom; ++Level)
    empty(Level, (*Current)[Level]);
  Private.erase(Thread.Value);
  Current = nullptr;
}

void MissCauses::count(bool Wanted) {
  settle();
  Tally.count(Wanted);
}

void MissCauses::forgetCounts() {
  Tally.clear();
  ByCluster.clear();
  SumOf.clear();
  Premature.clear();
}

void MissCauses::settle() {
  Tally.drain([&](StructureId Id, const MemoryCounters &C) {
    if (SumOf.size() <= Id.Value)
      SumOf.resize(Id.Value + size_t(1));
    Sums &S = SumOf[Id.Value];
    if (Bits == 0)
      S.FirstWithAll += C.Levels[0];
    S.MemoryWrites += C.MemoryWrites << Bits;
    for (size_t L = 0; L != Model.Levels.size(); ++L) {
      S.Levels[L].Misses += C.Levels[L].Misses << Bits;
      for (size_t Class = 0; Class != MissClassCount; ++Class)
        S.Levels[L].ByClass[Class] += C.Levels[L].ByClass[Class] << Bits;
    }
  });
  for (const EvictionRow &E : Tally.takeEvictions())
    if (E.Counts.Premature != 0)
      Premature.at(E.Level, E.Victim, E.Evictor).Premature += E.Counts.Premature
                                                              << Bits;
}

const LevelDetail &MissCauses::sumOf(size_t Level, uint32_t Structure) const {
  static const LevelDetail Nothing;
  return Structure < SumOf.size() ? SumOf[Structure].Levels[Level] : Nothing;
}

const LevelDetail &MissCauses::firstWithAll(uint32_t Structure) const {
  static const LevelDetail Nothing;
  return Structure < SumOf.size() ? SumOf[Structure].FirstWithAll : Nothing;
}

} // namespace memfacet::caches

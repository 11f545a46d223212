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
    if (Lines.bits() != 0)
      Caches.back().History.choose(Lines);
  }
  return Caches;
}

void MissCauses::enter(const FilteredPlace &Place) {
  // Threads do not choose fewer lines together.
  const unsigned ResidueBits =
      std::max<unsigned>(Place.Bits, Lines.residueBits());
  if (LineSubset Wanted(ResidueBits, LookUps >= ManyLookUps ? FewerBits : 0);
      Wanted.bits() > Lines.bits())
    choose(Wanted);
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

/// Follows \p NewLines from here on. Others leave, and count nowhere.
void MissCauses::choose(const LineSubset &NewLines) {
  MEMFACET_CHECK(NewLines.residueBits() >= Lines.residueBits() &&
                     NewLines.hashBits() >= Lines.hashBits(),
                 "lines that left have no history");
  settle();
  Lines = NewLines;
  Occupancy.choose(Lines.bits());
  auto Keep = [&](size_t Level, CacheState &C) {
    for (uint32_t Record = 0; Record != C.History.records(); ++Record)
      if (!Lines.has(C.History.lineOf(Record)))
        leave(Level, C, Record);
    C.History.choose(Lines);
  };
  for (auto &[Number, Caches] : Private)
    for (size_t Level = 0; Level != SharedFrom; ++Level)
      Keep(Level, Caches[Level]);
  for (size_t I = 0; I != Shared.size(); ++I)
    Keep(SharedFrom + I, Shared[I]);
}

/// Says that the first level looks up \p Line.
void MissCauses::use(CacheState &C, uint64_t Line) const {
  C.Recent.use(Line, [&](uint64_t Previous) {
    if (!Lines.has(Previous))
      return;
    uint32_t Record = C.History.recordOf(Previous);
    if (C.History.holderOf(Record) != LineHistory::NoHolder)
      C.History.used(Record);
  });
}

/// Keeps those of \p LookedUp and \p Misses that Lines has, in KeptLines and
/// KeptMisses. One in eight is kept, at random: without branches.
void MissCauses::keep(const LookUpSpan &LookedUp,
                      std::span<const Miss> Misses) {
  if (LineRoom.size() < LookedUp.size())
    LineRoom.resize(LookedUp.size());
  if (MissRoom.size() < Misses.size())
    MissRoom.resize(Misses.size());
  size_t Count = 0;
  for (size_t I = 0; I != LookedUp.size(); ++I) {
    const uint64_t Line = lineOf(LookedUp[I]);
    LineRoom[Count] = Line;
    Count += size_t(Lines.has(Line) & !sameLine(LookedUp[I], EmptyWord));
  }
  KeptLines = {LineRoom.data(), Count};
  Count = 0;
  for (const Miss &M : Misses) {
    MissRoom[Count] = M;
    Count += size_t((Lines.has(lineOf(M.Victim)) | Lines.has(M.line())) &
                    (M.Wanted != EmptyWord));
  }
  KeptMisses = {MissRoom.data(), Count};
}

/// Prefetches what is needed first of lines that were kept: it is far away.
void MissCauses::prefetch(const LineHistory &History) const {
  for (uint64_t Line : KeptLines)
    History.prefetch(Line);
  for (const Miss &M : KeptMisses)
    for (uint64_t Line : {lineOf(M.Victim), M.line()})
      if (Lines.has(Line))
        History.prefetch(Line);
}

void MissCauses::lookedUp(size_t Level, const LookUpSpan &LookedUp,
                          std::span<const Miss> Misses) {
  CacheState &C = stateOf(Level);
  if (Level + 1 == Model.Levels.size())
    countWrites(Misses);
  // Hits of the first level tell nothing once some lines are chosen.
  const bool OnlyMisses = Level == 0 && Lines.residueBits() != 0;
  keep(OnlyMisses ? LookUpSpan(std::span<const Miss>()) : LookedUp, Misses);
  prefetch(C.History);
  if (Level == 0 && !OnlyMisses)
    return lookedUpFirst(C, LookedUp);
  auto Next = KeptMisses.begin();
  for (uint64_t Line : KeptLines) {
    // That a line left changes nothing for a hit, whichever came first.
    while (Next != KeptMisses.end() && !Lines.has(Next->line()))
      missed(Level, C, *Next++);
    if (Next != KeptMisses.end() && Next->line() == Line)
      missed(Level, C, *Next++);
    else
      hit(C, Line);
  }
  for (; Next != KeptMisses.end(); ++Next)
    missed(Level, C, *Next);
}

/// Takes look-ups in the first level while lines of all residues are chosen.
void MissCauses::lookedUpFirst(CacheState &C, const LookUpSpan &LookedUp) {
  auto Next = KeptMisses.begin();
  for (size_t I = 0; I != LookedUp.size(); ++I) {
    if (sameLine(LookedUp[I], EmptyWord))
      continue;
    const uint64_t Line = lineOf(LookedUp[I]);
    use(C, Line);
    if (Next != KeptMisses.end() && Next->line() == Line)
      missed(0, C, *Next++);
    else if (Lines.has(Line))
      hit(C, Line);
  }
}

/// Says that the cache had \p Line.
void MissCauses::hit(CacheState &C, uint64_t Line) {
  ++LookUps;
  C.History.ask(C.History.recordOf(Line), LineHistory::LookUp::Takes, false);
}

/// Counts the lines that leave the last level, or were handed on to it, for
/// memory.
void MissCauses::countWrites(std::span<const Miss> Misses) {
  for (const Miss &M : Misses)
    if (isDirty(M.Victim) && Lines.hasResidueOf(lineOf(M.Victim)) &&
        Tally.counting())
      ++Tally[ownerOf(M.Victim).Value].MemoryWrites;
}

/// Counts \p M, and who brought the line and which one left.
void MissCauses::missed(size_t Level, CacheState &C, const Miss &M) {
  if (Lines.has(M.line()))
    classify(Level, C, M);
  if (M.Victim == EmptyWord || !Lines.has(lineOf(M.Victim)))
    return;
  const uint32_t Victim = C.History.recordOf(lineOf(M.Victim));
  C.History.evicted(Victim, M.structure().Value);
  leave(Level, C, Victim);
}

/// Counts \p M by class.
void MissCauses::classify(size_t Level, CacheState &C, const Miss &M) {
  const uint32_t Structure = M.structure().Value;
  const uint32_t Record = C.History.recordOf(M.line());
  ++LookUps;
  LineHistory::Answer Answer =
      C.History.ask(Record, LineHistory::LookUp::Takes, true);
  if (Level == 0 && Lines.residueBits() != 0 &&
      Answer.Class != MissClass::Compulsory)
    Answer.Class = MissClass::Capacity;
  if (Tally.counting()) {
    LevelDetail &D = Tally.at(Level, Structure);
    ++D.Misses;
    ++D.ByClass[size_t(Answer.Class)];
    const uint64_t Set = M.line() % Tally.sets(Level).size();
    ByCluster.add(Level, Structure, clusterOf(Level, M.line(), Set),
                  Answer.Class);
    Tally.missedIn(Level, Set, Answer.Class, Lines.hashBits());
  }
  if (Answer.Evictor != LineHistory::NoEvictor)
    Tally.premature(Level, Structure, Answer.Evictor);
  uint32_t &Holder = C.History.holderOf(Record);
  if (Holder == LineHistory::NoHolder)
    Tally.took(Level, Holder = Structure);
}

/// Says that the line of \p Record is not in \p Level now.
void MissCauses::leave(size_t Level, CacheState &C, uint32_t Record) {
  uint32_t Holder =
      std::exchange(C.History.holderOf(Record), LineHistory::NoHolder);
  if (Holder != LineHistory::NoHolder)
    Tally.lost(Level, Holder);
}

/// Returns the cluster of \p Line, which is in \p Set of \p Level: its group of
/// sets. A residue is one set of a level of 64 sets; its lines are divided by
/// where they are in memory.
size_t MissCauses::clusterOf(size_t Level, uint64_t Line, uint64_t Set) {
  const uint64_t Group = (Level == 0 ? Line : Set) / SelectResidues;
  return (Group * 8 + Line) % ClusterCount;
}

void MissCauses::empty(size_t Level, CacheState &C) {
  for (uint32_t Record = 0; Record != C.History.records(); ++Record)
    leave(Level, C, Record);
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

/// Adds the misses of \p D, each of which stands for 2^\p Bits, to \p Sum.
static void addScaled(const LevelDetail &D, unsigned Bits, LevelDetail &Sum) {
  Sum.Misses += D.Misses << Bits;
  for (size_t Class = 0; Class != MissClassCount; ++Class)
    Sum.ByClass[Class] += D.ByClass[Class] << Bits;
}

void MissCauses::settle() {
  const unsigned Bits = Lines.bits();
  Tally.drain([&](StructureId Id, const MemoryCounters &C) {
    if (SumOf.size() <= Id.Value)
      SumOf.resize(Id.Value + size_t(1));
    Sums &S = SumOf[Id.Value];
    if (Lines.residueBits() == 0)
      addScaled(C.Levels[0], Bits, S.FirstWithAll);
    S.MemoryWrites += C.MemoryWrites << Lines.residueBits();
    for (size_t L = 0; L != Model.Levels.size(); ++L)
      addScaled(C.Levels[L], Bits, S.Levels[L]);
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

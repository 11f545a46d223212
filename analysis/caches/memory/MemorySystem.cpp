//===- MemorySystem.cpp - caches in detail --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/MemorySystem.h"
#include "analysis/caches/cache/CacheWord.h"
#include "analysis/caches/memory/Coherence.h"
#include "analysis/caches/memory/WayPartitions.h"
#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <unordered_set>

namespace memfacet::caches {

struct MemorySystem::Impl {
  Impl(const CacheModel &GivenModel, MemoryTally &Tally)
      : Model(GivenModel), Tally(Tally), Ways(Model), Paths(Model, Tally),
        Copies(Model, Paths, Tally), Levels(Model.Levels.size()),
        LineShift(unsigned(std::countr_zero(Model.LineBytes))),
        PageShift(unsigned(std::countr_zero(Model.PageBytes))) {}

  /// Returns whether \p A touches the same line as the touch before, so that
  /// only counts and the writer of the line change; then changes these.
  bool repeats(const MemoryAccess &A, uint64_t Line);
  void rememberLast(const MemoryTouch &T, bool Hit);
  CachePath &enter(ThreadId Thread);
  void release(ThreadId Thread);
  void touch(const MemoryTouch &T, const MemoryAccess *Starts);
  LookUps lookUp(const MemoryTouch &T);
  void countMiss(const MemoryTouch &T, LevelCache &C, LookUps &L,
                 const LineHistory::Answer &Reason);
  void takeAll(const MemoryTouch &T, const LookUps &L, bool Served);
  void take(CachePath &P, size_t Level, const HeldLine &New, uint32_t Evictor);
  void leave(CachePath &P, size_t Level, HeldLine Victim, uint32_t Evictor);
  void giveTo(CachePath &P, size_t Level, HeldLine Victim, uint32_t Evictor);
  void prefetch(const MemoryTouch &T, const LookUps &L,
                const MemoryAccess *Starts);
  void fetch(const MemoryTouch &T, size_t Level, uint64_t Line);
  void readMemory(uint32_t Structure, uint64_t Line);
  void writeMemory(uint32_t Writer, uint64_t Line);
  void cohered(const Coherence::Effect &E, uint64_t Line);

  bool isExclusive(size_t Level) const {
    return Model.Levels[Level].Holds == Inclusion::Exclusive;
  }

  const CacheModel Model;
  MemoryTally &Tally;
  WayPartitions Ways;
  CachePaths Paths;
  Coherence Copies;
  size_t Levels;
  unsigned LineShift, PageShift;
  Outcome Result; ///< outcome of the access in progress
  ThreadId Current;
  CachePath *Path = nullptr; ///< of Current
  std::unordered_set<uint32_t> Ended;
  /// The line of the first level of Path that was touched last. Null: to be
  /// looked up.
  HeldLine *LastHeld = nullptr;
  /// The touch has prefetched: it may not be the last use.
  bool Fetched = false;
  MemoryListener *Listener = nullptr;
};

void MemorySystem::Impl::readMemory(uint32_t Structure, uint64_t Line) {
  ++Tally[Structure].MemoryReads;
  ++Result.FromMemory;
  if (Listener)
    Listener->memoryRead(Line << LineShift);
}

void MemorySystem::Impl::writeMemory(uint32_t Writer, uint64_t Line) {
  ++Tally[Writer].MemoryWrites;
  ++Result.ToMemory;
  if (Listener)
    Listener->memoryWritten(Line << LineShift);
}

/// Counts what Coherence has written of \p Line to memory; Coherence has
/// counted it in the tally.
void MemorySystem::Impl::cohered(const Coherence::Effect &E, uint64_t Line) {
  Result.ToMemory += E.ToMemory;
  for (uint32_t I = 0; Listener && I != E.ToMemory; ++I)
    Listener->memoryWritten(Line << LineShift);
}

void MemorySystem::Impl::release(ThreadId Thread) {
  if (CachePath *P = Paths.release(Thread))
    Copies.released(*P);
  LastHeld = nullptr;
  if (Current == Thread)
    Path = nullptr;
}

/// What a thread does after its end goes through caches that are emptied after
/// each switch of threads.
CachePath &MemorySystem::Impl::enter(ThreadId Thread) {
  if (Path && Current == Thread) [[likely]]
    return *Path;
  if (Path && Ended.contains(Current.Value))
    release(Current);
  LastHeld = nullptr;
  Current = Thread;
  Path = &Paths.pathOf(Thread);
  return *Path;
}

LookUps MemorySystem::Impl::lookUp(const MemoryTouch &T) {
  LookUps L;
  L.Absorber = Levels;
  bool Writing = T.Write;
  for (L.End = 0; L.End != Levels; ++L.End) {
    LevelCache &C = *T.Path.Levels[L.End];
    LevelDetail &Count = Tally.at(L.End, T.Structure);
    ++Count.Accesses;
    bool Passes = Writing && C.shape().WriteThrough;
    auto Kind = Passes               ? LineHistory::LookUp::Passes
                : isExclusive(L.End) ? LineHistory::LookUp::Gives
                                     : LineHistory::LookUp::Takes;
    auto [Copy, AmongVictims] =
        C.lookUp(T.Line, Ways.rangeOf(L.End, T.Structure));
    uint32_t Record = Copy ? Copy->Record : C.history().recordOf(T.Line);
    LineHistory::Answer Reason = C.history().ask(Record, Kind, !Copy);
    L.Records[L.End] = Record;
    if (Writing && !Passes) {
      L.Absorber = L.End;
      Writing = false;
    }
    L.Passed |= uint32_t(Passes) << L.End;
    if (!Copy) {
      countMiss(T, C, L, Reason);
      continue;
    }
    Count.VictimHits += AmongVictims;
    Count.PrefetchesUsed += Copy->Prefetched;
    L.FirstUse |= uint32_t(Copy->Prefetched) << L.End;
    Copy->Prefetched = false;
    L.Hit = Copy;
    if (!Passes)
      return L;
  }
  L.Hit = nullptr;
  return L;
}

void MemorySystem::Impl::countMiss(const MemoryTouch &T, LevelCache &C,
                                   LookUps &L,
                                   const LineHistory::Answer &Reason) {
  size_t Level = C.level();
  LevelDetail &Count = Tally.at(Level, T.Structure);
  ++Count.Misses;
  L.Missed |= uint32_t(1) << Level;
  Tally.missed(Level, C.setOf(T.Line), Reason.Class, T.Structure, T.Site);
  if (Reason.Evictor != LineHistory::NoEvictor)
    Tally.premature(Level, T.Structure, Reason.Evictor);
  if (Reason.Class == MissClass::TrueSharing)
    L.Dropped |= uint32_t(1) << Level;
  else
    ++Count.ByClass[size_t(Reason.Class)];
}

/// Puts \p Victim, which leaves the level inside of the exclusive \p Level,
/// into that level.
void MemorySystem::Impl::giveTo(CachePath &P, size_t Level, HeldLine Victim,
                                uint32_t Evictor) {
  if (HeldLine *Copy = P.Levels[Level]->holds(Victim.Line)) {
    if (Victim.Dirty)
      Copy->Writer = Victim.Writer;
    Copy->Dirty |= Victim.Dirty;
    return;
  }
  Victim.Prefetched = Victim.QuietReads = Victim.QuietWrites = false;
  Victim.Record = P.Levels[Level]->history().recordOf(Victim.Line);
  P.Levels[Level]->history().took(Victim.Record);
  take(P, Level, Victim, Evictor);
}

void MemorySystem::Impl::leave(CachePath &P, size_t Level, HeldLine Victim,
                               uint32_t Evictor) {
  LevelCache &C = *P.Levels[Level];
  C.history().evicted(Victim.Record, Evictor);
  Tally.evicted(Level, Victim.Owner, Evictor);
  if (C.shape().Holds == Inclusion::Inclusive)
    Paths.dropInnerCopies(C, Victim, Evictor);
  if (Victim.Dirty)
    ++Tally.at(Level, Victim.Writer).Writebacks;
  if (Level + 1 != Levels && isExclusive(Level + 1))
    giveTo(P, Level + 1, Victim, Evictor);
  else if (Victim.Dirty && !P.holdDirty(Level + 1, Victim))
    writeMemory(Victim.Writer, Victim.Line);
}

void MemorySystem::Impl::take(CachePath &P, size_t Level, const HeldLine &New,
                              uint32_t Evictor) {
  HeldLine Victim = P.Levels[Level]->take(New, Ways.rangeOf(Level, New.Owner));
  if (Victim.present())
    leave(P, Level, Victim, Evictor);
}

/// Puts the line into every level that missed, and makes it dirty in one level
/// if it was written.
void MemorySystem::Impl::takeAll(const MemoryTouch &T, const LookUps &L,
                                 bool Served) {
  HeldLine Moved;
  size_t MovesTo = Levels;
  auto Takes = [&](size_t Level) {
    return L.missed(Level) && !L.passed(Level) && !isExclusive(Level);
  };
  if (L.Hit && isExclusive(L.End)) {
    Moved = T.Path.Levels[L.End]->drop(T.Line);
    for (size_t Level = 0; Level != L.End; ++Level)
      if (Takes(Level))
        MovesTo = Level;
    if (Copies.active())
      cohered(Copies.movedIn(T, L.End, MovesTo, Moved), T.Line);
  }
  for (size_t Level = 0; Level != L.End; ++Level) {
    if (!Takes(Level))
      continue;
    HeldLine New;
    New.Line = T.Line;
    New.Owner = T.Structure;
    New.Record = L.Records[Level];
    New.Dirty = Level == MovesTo && Moved.Dirty;
    New.Writer = New.Dirty ? Moved.Writer : 0;
    take(T.Path, Level, New, T.Structure);
  }
  bool Absorbed = L.Absorber != Levels;
  if (L.End == Levels && !Served && (!T.Write || Absorbed))
    readMemory(T.Structure, T.Line);
  if (!T.Write)
    return;
  if (!Absorbed)
    return writeMemory(T.Structure, T.Line);
  HeldLine *Copy = T.Path.Levels[L.Absorber]->holds(T.Line);
  Copy->Dirty = true;
  Copy->Writer = T.Structure;
}

/// Prefetches \p Line into \p Level.
void MemorySystem::Impl::fetch(const MemoryTouch &T, size_t Level,
                               uint64_t Line) {
  CachePath &P = T.Path;
  if (P.Levels[Level]->holds(Line))
    return;
  Fetched = true;
  MemoryTouch PrefetchTouch = {P,      T.Thread, Line, T.Structure,
                               T.Site, false,    0};
  LookUps L;
  L.Missed = uint32_t(1) << Level;
  L.Records[Level] = P.Levels[Level]->history().recordOf(Line);
  for (L.End = Level + 1; L.End != Levels; ++L.End) {
    L.Hit =
        P.Levels[L.End]->lookUp(Line, Ways.rangeOf(L.End, T.Structure)).Copy;
    if (L.Hit)
      break;
    L.Missed |= uint32_t(1) << L.End;
    L.Records[L.End] = P.Levels[L.End]->history().recordOf(Line);
  }
  bool Served = false;
  if (Copies.active()) {
    Coherence::Effect E = Copies.fetched(PrefetchTouch, L);
    cohered(E, Line);
    Served = E.Served;
  }
  L.Absorber = Levels;
  takeAll(PrefetchTouch, L, Served);
  for (size_t Inner = Level; Inner != L.End; ++Inner)
    if (HeldLine *Copy =
            isExclusive(Inner) ? nullptr : P.Levels[Inner]->holds(Line)) {
      Copy->Prefetched = true;
      P.Levels[Inner]->history().fetched(Copy->Record);
      ++Tally.at(Inner, T.Structure).Prefetches;
    }
}

void MemorySystem::Impl::prefetch(const MemoryTouch &T, const LookUps &L,
                                  const MemoryAccess *Starts) {
  constexpr unsigned RegionShift = 12; // of the lines that may be fetched
  unsigned ToRegion = RegionShift - LineShift;
  for (size_t Level = 0; Level != std::min(L.End + 1, Levels); ++Level) {
    const CacheLevel &Shape = Model.Levels[Level];
    if (Shape.Fetches == Prefetch::None)
      continue;
    bool Next = Shape.Fetches == Prefetch::NextLine;
    int64_t Step = 0;
    if (!Next && Starts)
      Step = T.Path.Strides[Level].stride(T.Site, Starts->Address);
    if (Next ? !((L.Missed | L.FirstUse) >> Level & 1) : Step == 0)
      continue;
    for (uint32_t I = 1; I <= Shape.PrefetchLines; ++I) {
      uint64_t Line = Next
                          ? T.Line + I
                          : (Starts->Address + uint64_t(Step) * I) >> LineShift;
      if (Line != T.Line && Line >> ToRegion == T.Line >> ToRegion)
        fetch(T, Level, Line);
    }
  }
}

void MemorySystem::Impl::touch(const MemoryTouch &T,
                               const MemoryAccess *Starts) {
  Fetched = false;
  LookUps L = lookUp(T);
  bool Shares = Copies.active() && !Coherence::isQuiet(T, L);
  bool Served = false;
  if (Shares) {
    Coherence::Effect E = Copies.touched(T, L);
    cohered(E, T.Line);
    Served = E.Served;
  }
  takeAll(T, L, Served);
  size_t ServingLevel = Served ? std::min(L.End, Paths.sharedFrom()) : L.End;
  if (!T.Write || L.Absorber != Levels)
    Result.Missed = std::max(Result.Missed, uint8_t(ServingLevel));
  if (Shares)
    Copies.finished(T);
  prefetch(T, L, Starts);
  rememberLast(T, L.End == 0);
}

void MemorySystem::Impl::rememberLast(const MemoryTouch &T, bool Hit) {
  const CacheLevel &First = Model.Levels[0];
  // A stride prefetcher must see every use.
  bool IsRepeatable = ignoresRepeats(First.Policy, Hit) && !Fetched &&
                      First.Fetches != Prefetch::Stride && !First.WriteThrough;
  LastHeld = IsRepeatable ? T.Path.Levels[0]->find(T.Line) : nullptr;
}

bool MemorySystem::Impl::repeats(const MemoryAccess &A, uint64_t Line) {
  if (!LastHeld || LastHeld->Line != Line)
    return false;
  if (Copies.active() &&
      !(A.Write ? LastHeld->QuietWrites : LastHeld->QuietReads))
    return false;
  if (A.Write) {
    LastHeld->Dirty = true;
    LastHeld->Writer = A.Structure;
  }
  ++Tally.at(0, A.Structure).Accesses;
  return true;
}

MemorySystem::MemorySystem(const CacheModel &Model, MemoryTally &Tally)
    : Self(std::make_unique<Impl>(Model, Tally)) {
  MEMFACET_CHECK(bool(checkCacheModel(Model)),
                 "callers report errors in the model");
}
MemorySystem::~MemorySystem() = default;

void MemorySystem::name(uint32_t Structure, std::string_view Name) {
  Self->Ways.name(Structure, Name);
}

void MemorySystem::setListener(MemoryListener &L) { Self->Listener = &L; }

Outcome MemorySystem::access(const MemoryAccess &Original) {
  MemoryAccess A = Original;
  A.Address &= AddressMask;
  CachePath &P = Self->enter(A.Thread);
  Self->Tally.resize(A.Structure + size_t(1));
  Self->Result = {};
  uint64_t Last = A.Address + A.Size - 1;
  if (!P.Tlbs.empty())
    Self->Result.TlbMissed =
        P.Tlbs.touchAll(A.Address >> Self->PageShift, Last >> Self->PageShift,
                        Self->Tally[A.Structure]);
  uint64_t FirstLine = A.Address >> Self->LineShift;
  if (FirstLine == Last >> Self->LineShift && Self->repeats(A, FirstLine))
    return Self->Result;
  for (uint64_t Line = FirstLine; Line <= Last >> Self->LineShift; ++Line)
    Self->touch({P, A.Thread, Line, A.Structure, A.Site, A.Write,
                 bytesOf(Line, A.Address, Last, Self->LineShift)},
                Line == FirstLine ? &A : nullptr);
  return Self->Result;
}

void MemorySystem::threadEnded(ThreadId Thread) {
  // The end of a thread is an action of this thread.
  Self->enter(Thread);
  Self->Ended.insert(Thread.Value);
  Self->release(Thread);
}

void MemorySystem::settle() { Self->Copies.settle(); }

} // namespace memfacet::caches

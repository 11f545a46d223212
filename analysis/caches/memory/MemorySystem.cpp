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
  Impl(const CacheModel &Of, MemoryTally &Tally)
      : Model(Of), Tally(Tally), Ways(Model), Paths(Model, Tally),
        Copies(Model, Paths, Tally), Levels(Model.Levels.size()),
        LineShift(unsigned(std::countr_zero(Model.LineBytes))),
        PageShift(unsigned(std::countr_zero(Model.PageBytes))) {}

  /// Whether \p A touches again what was touched last, so that nothing but
  /// counts changes.
  bool repeats(const MemoryAccess &A, uint64_t Line);
  void rememberLast(const MemoryTouch &T, bool Hit);
  CachePath &enter(ThreadId Thread);
  void release(ThreadId Thread);
  void translate(CachePath &P, const MemoryAccess &A, uint64_t Last);
  uint64_t bytesOf(uint64_t Line, uint64_t First, uint64_t Last) const;
  void touch(const MemoryTouch &T, const MemoryAccess *Starts);
  LookUps lookUp(const MemoryTouch &T);
  void countMiss(const MemoryTouch &T, LevelCache &C, LookUps &L,
                 const LineHistory::Answer &Why);
  void takeAll(const MemoryTouch &T, const LookUps &L, bool Served);
  void take(CachePath &P, size_t Level, const HeldLine &New, uint32_t Evictor);
  void leave(CachePath &P, size_t Level, HeldLine Out, uint32_t Evictor);
  void giveTo(CachePath &P, size_t Level, HeldLine Out, uint32_t Evictor);
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
  Outcome Now; ///< of the access
  ThreadId Current;
  CachePath *Path = nullptr; ///< of Current
  std::unordered_set<uint32_t> Ended;
  /// In the first level, touched last: of Path. Null: look.
  HeldLine *LastHeld = nullptr;
  bool Fetched = false; ///< by the touch, ahead: it may not be the last use
  MemoryListener *Listener = nullptr;
};

void MemorySystem::Impl::readMemory(uint32_t Structure, uint64_t Line) {
  ++Tally[Structure].MemoryReads;
  ++Now.FromMemory;
  if (Listener)
    Listener->memoryRead(Line << LineShift);
}

void MemorySystem::Impl::writeMemory(uint32_t Writer, uint64_t Line) {
  ++Tally[Writer].MemoryWrites;
  ++Now.ToMemory;
  if (Listener)
    Listener->memoryWritten(Line << LineShift);
}

/// Coherence has counted what it wrote of \p Line.
void MemorySystem::Impl::cohered(const Coherence::Effect &E, uint64_t Line) {
  Now.ToMemory += E.ToMemory;
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

/// What a thread does after its end goes through caches that are empty after
/// each switch.
CachePath &MemorySystem::Impl::enter(ThreadId Thread) {
  if (Path && Current == Thread) [[likely]]
    return *Path;
  if (Path && Ended.contains(Current.Value))
    release(Current);
  LastHeld = nullptr;
  Current = Thread;
  Path = &Paths.of(Thread);
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
    auto How = Passes               ? LineHistory::LookUp::Passes
               : isExclusive(L.End) ? LineHistory::LookUp::Gives
                                    : LineHistory::LookUp::Takes;
    auto [Held, AmongVictims] = C.lookUp(T.Line, Ways.of(L.End, T.Structure));
    uint32_t Record = Held ? Held->Record : C.history().recordOf(T.Line);
    LineHistory::Answer Why = C.history().ask(Record, How, !Held);
    L.Records[L.End] = Record;
    if (Writing && !Passes) {
      L.Absorber = L.End;
      Writing = false;
    }
    L.Passed |= uint32_t(Passes) << L.End;
    if (!Held) {
      countMiss(T, C, L, Why);
      continue;
    }
    Count.VictimHits += AmongVictims;
    Count.PrefetchesUsed += Held->Prefetched;
    L.FirstUse |= uint32_t(Held->Prefetched) << L.End;
    Held->Prefetched = false;
    L.Hit = Held;
    if (!Passes)
      return L;
  }
  L.Hit = nullptr;
  return L;
}

void MemorySystem::Impl::countMiss(const MemoryTouch &T, LevelCache &C,
                                   LookUps &L, const LineHistory::Answer &Why) {
  size_t Level = C.level();
  LevelDetail &Count = Tally.at(Level, T.Structure);
  ++Count.Misses;
  L.Missed |= uint32_t(1) << Level;
  Tally.missed(Level, C.setOf(T.Line), Why.Class == MissClass::Conflict,
               T.Structure, T.Site);
  if (Why.Evictor != LineHistory::Nobody)
    Tally.premature(Level, T.Structure, Why.Evictor);
  if (Why.Class == MissClass::TrueSharing)
    L.Dropped |= uint32_t(1) << Level;
  else
    ++Count.ByClass[size_t(Why.Class)];
}

/// \p Level is exclusive, and \p Out leaves the one inside of it.
void MemorySystem::Impl::giveTo(CachePath &P, size_t Level, HeldLine Out,
                                uint32_t Evictor) {
  if (HeldLine *Held = P.Levels[Level]->holds(Out.Line)) {
    if (Out.Dirty)
      Held->Writer = Out.Writer;
    Held->Dirty |= Out.Dirty;
    return;
  }
  Out.Prefetched = Out.QuietReads = Out.QuietWrites = false;
  Out.Record = P.Levels[Level]->history().recordOf(Out.Line);
  P.Levels[Level]->history().took(Out.Record);
  take(P, Level, Out, Evictor);
}

void MemorySystem::Impl::leave(CachePath &P, size_t Level, HeldLine Out,
                               uint32_t Evictor) {
  LevelCache &C = *P.Levels[Level];
  C.history().evicted(Out.Record, Evictor);
  Tally.evicted(Level, Out.Owner, Evictor);
  if (C.shape().Holds == Inclusion::Inclusive)
    Paths.dropInside(C, Out, Evictor);
  if (Out.Dirty)
    ++Tally.at(Level, Out.Writer).Writebacks;
  if (Level + 1 != Levels && isExclusive(Level + 1))
    giveTo(P, Level + 1, Out, Evictor);
  else if (Out.Dirty && !P.holdDirty(Level + 1, Out))
    writeMemory(Out.Writer, Out.Line);
}

void MemorySystem::Impl::take(CachePath &P, size_t Level, const HeldLine &New,
                              uint32_t Evictor) {
  HeldLine Out = P.Levels[Level]->take(New, Ways.of(Level, New.Owner));
  if (Out.present())
    leave(P, Level, Out, Evictor);
}

/// Every level that missed takes the line, and one becomes dirty.
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
  HeldLine *Held = T.Path.Levels[L.Absorber]->holds(T.Line);
  Held->Dirty = true;
  Held->Writer = T.Structure;
}

/// Brings \p Line to \p Level before it is asked for.
void MemorySystem::Impl::fetch(const MemoryTouch &T, size_t Level,
                               uint64_t Line) {
  CachePath &P = T.Path;
  if (P.Levels[Level]->holds(Line))
    return;
  Fetched = true;
  MemoryTouch Ahead = {P, T.Thread, Line, T.Structure, T.Site, false, 0};
  LookUps L;
  L.Missed = uint32_t(1) << Level;
  L.Records[Level] = P.Levels[Level]->history().recordOf(Line);
  for (L.End = Level + 1; L.End != Levels; ++L.End) {
    L.Hit = P.Levels[L.End]->lookUp(Line, Ways.of(L.End, T.Structure)).Held;
    if (L.Hit)
      break;
    L.Missed |= uint32_t(1) << L.End;
    L.Records[L.End] = P.Levels[L.End]->history().recordOf(Line);
  }
  bool Served = false;
  if (Copies.active()) {
    Coherence::Effect E = Copies.fetched(Ahead);
    cohered(E, Line);
    Served = E.Served;
  }
  L.Absorber = Levels;
  takeAll(Ahead, L, Served);
  for (size_t At = Level; At != L.End; ++At)
    if (HeldLine *Held =
            isExclusive(At) ? nullptr : P.Levels[At]->holds(Line)) {
      Held->Prefetched = true;
      P.Levels[At]->history().fetched(Held->Record);
      ++Tally.at(At, T.Structure).Prefetches;
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
  size_t From = Served ? std::min(L.End, Paths.sharedFrom()) : L.End;
  if (!T.Write || L.Absorber != Levels)
    Now.Missed = std::max(Now.Missed, uint8_t(From));
  if (Shares)
    Copies.finished(T);
  prefetch(T, L, Starts);
  rememberLast(T, L.End == 0);
}

void MemorySystem::Impl::rememberLast(const MemoryTouch &T, bool Hit) {
  const CacheLevel &First = Model.Levels[0];
  SecondUse Second = ReplacementRows[size_t(First.Policy)].Second;
  bool Untold =
      Second == SecondUse::Never || (Second == SecondUse::AfterTaking && Hit);
  // Every use matters to strides.
  bool Again = Untold && First.Fetches != Prefetch::Stride &&
               !First.WriteThrough && !Fetched;
  LastHeld = Again ? T.Path.Levels[0]->find(T.Line) : nullptr;
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

/// The bytes of \p Line from \p First to \p Last, as MemoryTouch::Bytes.
uint64_t MemorySystem::Impl::bytesOf(uint64_t Line, uint64_t First,
                                     uint64_t Last) const {
  unsigned UnitShift = LineShift > 6 ? LineShift - 6 : 0;
  uint64_t Start = Line << LineShift, End = Start + Model.LineBytes - 1;
  uint64_t Low = (std::max(First, Start) - Start) >> UnitShift;
  uint64_t High = (std::min(Last, End) - Start) >> UnitShift;
  return (~uint64_t(0) >> (63 - (High - Low))) << Low;
}

void MemorySystem::Impl::translate(CachePath &P, const MemoryAccess &A,
                                   uint64_t Last) {
  for (uint64_t Page = A.Address >> PageShift; Page <= Last >> PageShift;
       ++Page)
    Now.TlbMissed =
        std::max(Now.TlbMissed, P.Tlbs.touch(Page, Tally[A.Structure]));
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

void MemorySystem::tell(MemoryListener &L) { Self->Listener = &L; }

Outcome MemorySystem::access(const MemoryAccess &Given) {
  MemoryAccess A = Given;
  A.Address &= AddressMask;
  CachePath &P = Self->enter(A.Thread);
  Self->Tally.resize(A.Structure + size_t(1));
  Self->Now = {};
  uint64_t Last = A.Address + A.Size - 1;
  if (!P.Tlbs.empty())
    Self->translate(P, A, Last);
  uint64_t FirstLine = A.Address >> Self->LineShift;
  if (FirstLine == Last >> Self->LineShift && Self->repeats(A, FirstLine))
    return Self->Now;
  for (uint64_t Line = FirstLine; Line <= Last >> Self->LineShift; ++Line)
    Self->touch({P, A.Thread, Line, A.Structure, A.Site, A.Write,
                 Self->bytesOf(Line, A.Address, Last)},
                Line == FirstLine ? &A : nullptr);
  return Self->Now;
}

void MemorySystem::threadEnded(ThreadId Thread) {
  // The end is something that this thread does.
  Self->enter(Thread);
  Self->Ended.insert(Thread.Value);
  Self->release(Thread);
}

void MemorySystem::settle() { Self->Copies.settle(); }

} // namespace memfacet::caches

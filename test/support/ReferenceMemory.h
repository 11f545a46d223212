//===- ReferenceMemory.h - internals/memory-system.md, word for word ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An independent, slow simulator of the memory system in detail. It shares only
// the names of counts with analysis/caches/memory.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEMEMORY_H
#define MEMFACET_TEST_SUPPORT_REFERENCEMEMORY_H

#include "analysis/caches/memory/MemorySystem.h"
#include "test/support/ReferenceCaches.h"
#include "test/support/ReferenceThreads.h"
#include "test/support/Wings.h"

namespace memfacet::test {

class ReferenceMemory : public ReferenceCaches {
public:
  using ReferenceCaches::ReferenceCaches;

  Outcome access(const MemoryAccess &A) {
    enter(A.Thread.Value);
    Current = {};
    translate(A);
    uint64_t First = A.Address / Model.LineBytes;
    uint64_t Last = (A.Address + A.Size - 1) / Model.LineBytes;
    for (uint64_t Line = First; Line <= Last; ++Line)
      touchOf(A, Line, Line == First);
    return Current;
  }

  void threadEnded(ThreadId Thread) {
    enter(Thread.Value);
    Ended.insert(Thread.Value);
    leave(Thread.Value);
  }

private:
  /// What a touch or a prefetch has found and must do.
  struct Request {
    uint32_t Thread, Slot, Structure, Site;
    uint64_t Line;
    bool Write = false;
    ByteSet Bytes = {};
    std::set<size_t> Looked = {}, Missed = {}, Passed = {}, FirstUses = {};
    std::optional<size_t> Absorber = {};
    std::optional<size_t> HitLevel = {}; ///< the level that ended the look-ups
    bool Served = false; ///< whether another thread's cache served it
    bool Prefetch = false;
    std::optional<size_t> ExclusiveHit = {};
    std::optional<HeldLine> FromExclusive =
        {}; ///< the line that left that level
  };

  //===--- threads --------------------------------------------------------===//

  void enter(uint32_t Thread) {
    if (Last && *Last != Thread && Ended.contains(*Last))
      leave(*Last);
    Last = Thread;
  }

  /// Removes all private state of the thread.
  void leave(uint32_t Thread) {
    Tlbs.erase(Thread);
    std::erase_if(
        Strides, [&](const auto &S) { return std::get<1>(S.first) == Thread; });
    if (!Slots.has(Thread))
      return;
    uint32_t Slot = Slots.slotOf(Thread);
    // Outermost level first, so that the innermost copy sets the writer.
    for (size_t L = levels(); L-- != 0;)
      if (isPrivate(L))
        empty({L, Slot});
    Slots.leave(Thread);
  }

  void translate(const MemoryAccess &A) {
    if (Model.Tlbs.empty())
      return;
    ReferenceTlb &Tlb = Tlbs.try_emplace(A.Thread.Value, Model).first->second;
    uint64_t LastPage = (A.Address + A.Size - 1) / Model.PageBytes;
    for (uint64_t Page = A.Address / Model.PageBytes; Page <= LastPage;
         ++Page) {
      size_t Missed = Tlb.touch(Page);
      for (size_t T = 0; T != Model.Tlbs.size(); ++T) {
        countersOf(A.Structure).Tlbs[T].Accesses += T <= Missed;
        countersOf(A.Structure).Tlbs[T].Misses += T < Missed;
      }
      Current.TlbMissed = uint8_t(std::max<size_t>(Current.TlbMissed, Missed));
    }
  }

  //===--- a touch --------------------------------------------------------===//

  void touchOf(const MemoryAccess &A, uint64_t Line, bool IsFirst) {
    Request R{A.Thread.Value, Slots.slotOf(A.Thread.Value),
              A.Structure,    A.Site,
              Line,           A.Write};
    for (uint64_t Byte = 0; Byte != Model.LineBytes; ++Byte) {
      uint64_t Address = Line * Model.LineBytes + Byte;
      if (A.Address <= Address && Address < A.Address + A.Size)
        R.Bytes.insert(Byte);
    }
    touch(R);
    for (size_t L : R.Looked)
      for (uint64_t Wanted : prefetchedLines(L, R, A, IsFirst))
        prefetch(L, R, Wanted);
  }

  void touch(Request &R) {
    std::set<Place> OwnCopies = ownCopies(R);
    lookUps(R);
    if (Model.Coherent)
      R.Write ? claim(R, OwnCopies) : share(R);
    settleTrueSharing(R);
    bool ToMemory = R.Write && !R.Absorber;
    if (!R.HitLevel && !ToMemory && !R.Served)
      readMemory(R);
    if (R.Write)
      Newer.insert(R.Line);
    moveInward(R);
    takeMissing(R);
    if (R.Absorber)
      makeDirty(cache(*R.Absorber, R.Slot), R.Line, R.Structure);
    if (ToMemory)
      writeMemory(R.Line, R.Structure);
    Current.Missed = uint8_t(std::max<size_t>(Current.Missed, sourceLevel(R)));
  }

  /// Does what "Where the line came from" of the document says.
  size_t sourceLevel(const Request &R) const {
    if (R.Write && !R.Absorber)
      return 0;
    size_t EndLevel = R.HitLevel.value_or(levels());
    size_t Shared = 0; // the first shared level
    while (Shared != levels() && !Model.Levels[Shared].Shared)
      ++Shared;
    return R.Served ? std::min(EndLevel, Shared) : EndLevel;
  }

  std::set<Place> ownCopies(const Request &R) {
    std::set<Place> Copies;
    for (size_t L = 0; L != levels(); ++L)
      if (!Model.Levels[L].Shared && cache(L, R.Slot).find(R.Line))
        Copies.insert(placeOf(L, R.Slot));
    return Copies;
  }

  void lookUps(Request &R) {
    bool Writes = R.Write;
    for (size_t L = 0; L != levels() && !R.HitLevel; ++L) {
      bool Passes = Writes && Model.Levels[L].WriteThrough;
      bool Hit = lookUp(L, R, Passes);
      if (Passes)
        R.Passed.insert(L);
      else if (Writes)
        R.Absorber = L;
      Writes = Passes;
      if (Hit && !Passes)
        R.HitLevel = L;
    }
  }

  bool lookUp(size_t Level, Request &R, bool Passes) {
    ReferenceLevel &C = cache(Level, R.Slot);
    HeldLine *Line = C.find(R.Line);
    uint32_t Owner = Line ? Line->Structure : R.Structure;
    LookUp Found = C.lookUp(R.Line, rangeOf(Level, Owner), !R.Prefetch);
    if (!R.Prefetch)
      countLookUp(Level, R, Found, Passes);
    if (!Found.Hit)
      R.Missed.insert(Level);
    else if (isExclusive(Level))
      R.ExclusiveHit = Level;
    return Found.Hit;
  }

  void countLookUp(size_t Level, Request &R, const LookUp &Found, bool Passes) {
    LevelDetail &Detail = countersOf(R.Structure, Level);
    R.Looked.insert(Level);
    ++Detail.Accesses;
    Detail.Misses += !Found.Hit;
    Detail.VictimHits += Found.InVictims;
    if (Found.FirstUse) {
      R.FirstUses.insert(Level);
      ++Detail.PrefetchesUsed;
    }
    auto Compared = cache(Level, R.Slot).compare(R.Line, Passes);
    LineHistory &History = cache(Level, R.Slot).Histories[R.Line];
    if (!Found.Hit)
      explain(Level, R, History, Compared);
    History.IsRequested = true;
  }

  void explain(size_t Level, const Request &R, LineHistory &History,
               ReferenceLevel::Compared Compared) {
    settleAs(Level, cache(Level, R.Slot), R.Line, MissClass::FalseSharing);
    LevelDetail &Detail = countersOf(R.Structure, Level);
    bool Dropped = History.Cause == Absence::DroppedByWrite;
    bool Conflict = false;
    if (!History.IsRequested)
      ++Detail.ByClass[size_t(MissClass::Compulsory)];
    else if (!Compared.FullHit)
      ++Detail.ByClass[size_t(MissClass::Capacity)];
    else if (!Dropped || !Compared.UndisturbedHit)
      Conflict = ++Detail.ByClass[size_t(MissClass::Conflict)];
    else
      cache(Level, R.Slot).Unsettled[R.Line] = {R.Thread, R.Structure};
    SetCounts &Set = Counts.Sets[{Level, setOf(Level, R.Line)}];
    ++Set.Misses;
    ++Counts.Sites[{Level, R.Structure, R.Site}];
    Set.Conflicts += Conflict;
    if (History.Cause == Absence::Evicted)
      ++Counts.Evictions[{Level, R.Structure, History.Evictor}].Premature;
    if (!Dropped)
      History.Cause = Absence::Explained;
  }

  uint64_t setOf(size_t Level, uint64_t Line) const {
    return Line % Model.Levels[Level].sets(Model.LineBytes);
  }

  /// Removes the line from an exclusive level after a hit there.
  void moveInward(Request &R) {
    if (!R.ExclusiveHit)
      return;
    ReferenceLevel &C = cache(*R.ExclusiveHit, R.Slot);
    R.FromExclusive = C.remove(R.Line);
    C.Histories[R.Line].Cause = Absence::MovedInward;
    --Counts.LinesHeld[{*R.ExclusiveHit, R.FromExclusive->Structure}];
    if (!Model.Coherent || !R.FromExclusive->Dirty)
      return;
    Place Taker = placeOf(takers(R).back(), R.Slot);
    if (!hasCopyBeside(Taker, R.Line))
      return;
    R.FromExclusive->Dirty = false;
    writeOutwards(*R.ExclusiveHit + 1, R.Slot, R.Line, R.FromExclusive->Writer);
  }

  /// Returns the levels that missed and take the line, innermost first.
  std::vector<size_t> takers(const Request &R) const {
    std::vector<size_t> Takers;
    for (size_t L : R.Missed)
      if (!R.Passed.contains(L) && !isExclusive(L))
        Takers.push_back(L);
    return Takers;
  }

  /// Puts the line into these levels.
  void takeMissing(Request &R) {
    std::vector<size_t> Takers = takers(R);
    for (size_t L : Takers) {
      HeldLine New{R.Line, R.Structure, false, 0, R.Prefetch};
      if (R.FromExclusive && L == Takers.back()) {
        New.Dirty = R.FromExclusive->Dirty;
        New.Writer = R.FromExclusive->Writer;
      }
      countersOf(R.Structure, L).Prefetches += R.Prefetch;
      take(L, R.Slot, New, R.Structure);
    }
  }

  void readMemory(const Request &R) {
    ++countersOf(R.Structure).MemoryReads;
    ++Current.FromMemory;
  }

  //===--- coherence ------------------------------------------------------===//

  std::vector<Place> copiesOfOthers(const Request &R) {
    std::vector<Place> Copies; // in the order of levels
    for (auto &[Position, Cache] : Caches)
      if (!isOnPath(Position, R.Slot) && Cache.find(R.Line))
        Copies.push_back(Position);
    return Copies;
  }

  /// Handles coherence of a read. A read that hits in a private cache asks no
  /// other cache.
  void share(Request &R) {
    if (R.HitLevel && isPrivate(*R.HitLevel))
      return;
    std::optional<uint32_t> Writer;
    for (const Place &Other : copiesOfOthers(R)) {
      HeldLine *Line = cache(Other).find(R.Line);
      if (Line->Dirty && !Writer)
        Writer = Line->Writer;
      Line->Dirty = false;
    }
    if (!Writer)
      return;
    R.Served = true;
    ++countersOf(R.Structure).Interventions;
    ++countersOf(*Writer).SharedWritebacks;
    writeOutwards(0, R.Slot, R.Line, *Writer);
  }

  /// Handles coherence of a write. \p OwnCopies: the thread's copies before it.
  void claim(Request &R, const std::set<Place> &OwnCopies) {
    std::vector<Place> Copies = copiesOfOthers(R);
    std::set<Place> Losers;
    for (const Place &Other : Copies) {
      Losers.insert(groupOf(Other, R.Slot));
      R.Served |= drop(Other, R.Line).Dirty;
    }
    MemoryCounters &Counters = countersOf(R.Structure);
    Counters.Invalidations += Losers.size();
    Counters.Interventions += R.Served;
    Counters.Upgrades += !Copies.empty() && !OwnCopies.empty();
    for (auto &[Position, Cache] : Caches)
      Cache.Histories[R.Line].WrittenSinceDrop[R.Thread].insert(R.Bytes.begin(),
                                                                R.Bytes.end());
  }

  HeldLine drop(const Place &Position, uint64_t Line) {
    ReferenceLevel &C = cache(Position);
    HeldLine Dropped = *C.remove(Line);
    --Counts.LinesHeld[{Position.Level, Dropped.Structure}];
    C.Histories[Line].Cause = Absence::DroppedByWrite;
    C.Histories[Line].WrittenSinceDrop.clear();
    settleAs(Position.Level, C, Line, MissClass::FalseSharing);
    return Dropped;
  }

  /// Settles misses of true sharing that this touch reveals.
  void settleTrueSharing(const Request &R) {
    for (size_t L = 0; L != levels(); ++L) {
      ReferenceLevel &C = cache(L, R.Slot);
      auto Entry = C.Unsettled.find(R.Line);
      if (Entry != C.Unsettled.end() && Entry->second.Thread == R.Thread &&
          hasForeign(C.Histories[R.Line].WrittenSinceDrop, R.Thread, R.Bytes))
        settleAs(L, C, R.Line, MissClass::TrueSharing);
    }
  }

  //===--- prefetching ----------------------------------------------------===//

  /// Returns the lines that a level fetches after a touch.
  std::vector<uint64_t> prefetchedLines(size_t Level, const Request &R,
                                        const MemoryAccess &A, bool IsFirst) {
    const CacheLevel &L = Model.Levels[Level];
    std::vector<uint64_t> Wanted;
    if (L.Fetches == Prefetch::NextLine &&
        (R.Missed.contains(Level) || R.FirstUses.contains(Level)))
      for (uint64_t I = 1; I <= L.PrefetchLines; ++I)
        Wanted.push_back(R.Line + I);
    if (L.Fetches == Prefetch::Stride && IsFirst) {
      int64_t Stride = Strides[{Level, A.Thread.Value, A.Site}].next(A.Address);
      for (uint64_t I = 1; I <= L.PrefetchLines && Stride != 0; ++I)
        Wanted.push_back((A.Address + I * uint64_t(Stride)) / Model.LineBytes);
    }
    std::erase_if(Wanted, [&](uint64_t Line) {
      return Line == R.Line || regionOf(Line) != regionOf(R.Line);
    });
    return Wanted;
  }
  uint64_t regionOf(uint64_t Line) const {
    return Line * Model.LineBytes / 4096;
  }

  void prefetch(size_t Level, const Request &Touch, uint64_t Line) {
    if (cache(Level, Touch.Slot).find(Line))
      return;
    Request R{Touch.Thread, Touch.Slot, Touch.Structure, Touch.Site, Line};
    R.Prefetch = true;
    R.Missed.insert(Level);
    for (size_t L = Level + 1; L != levels() && !R.HitLevel; ++L)
      if (lookUp(L, R, false))
        R.HitLevel = L;
    if (Model.Coherent)
      share(R);
    if (!R.HitLevel && !R.Served)
      readMemory(R);
    moveInward(R);
    takeMissing(R);
  }

  ReferenceSlots Slots;
  std::set<uint32_t> Ended;
  std::optional<uint32_t> Last;          ///< thread of the last access
  std::map<uint32_t, ReferenceTlb> Tlbs; ///< by thread
  /// Strides by level, thread, site.
  std::map<std::tuple<size_t, uint32_t, uint32_t>, SiteStride> Strides;
};

} // namespace memfacet::test

#endif

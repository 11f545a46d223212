//===- ReferenceCaches.h - lines that move, slowly ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does what "Taking a line", "Who evicted it" and "Threads that end" in
// docs/internals/memory-system.md say: all caches of a hierarchy, and how lines
// move between them. ReferenceMemory.h says when.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCECACHES_H
#define MEMFACET_TEST_SUPPORT_REFERENCECACHES_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "test/support/ReferenceCounts.h"
#include "test/support/ReferenceLevel.h"
#include "test/support/Wings.h"

namespace memfacet::test {

class ReferenceCaches {
public:
  explicit ReferenceCaches(CacheModel Model) : Model(std::move(Model)) {}

  void name(uint32_t Structure, std::string_view Name) {
    Names[Structure] = Name;
  }

  void settle() {
    for (auto &[Position, Cache] : Caches)
      settleAll(Position.Level, Cache);
  }

  const ReferenceCounts &counts() const { return Counts; }

  /// Returns the lines that any cache of a level has.
  std::set<uint64_t> linesOf(size_t Level, bool OnlyDirty = false) const {
    std::set<uint64_t> All;
    for (const auto &[Position, Cache] : Caches)
      for (const HeldLine &Line : Cache.lines())
        if (Position.Level == Level && (Line.Dirty || !OnlyDirty))
          All.insert(Line.Number);
    return All;
  }
  /// Returns the lines whose last write has not been written to memory.
  const std::set<uint64_t> &newerThanMemory() const { return Newer; }

  /// Returns whether each dirty line is in no cache of other thread slots.
  bool dirtyLinesAreAlone() {
    return std::ranges::all_of(Caches, [&](auto &Row) {
      return std::ranges::all_of(Row.second.lines(), [&](const HeldLine &L) {
        return !L.Dirty || !hasCopyBeside(Row.first, L.Number);
      });
    });
  }

protected:
  /// One cache; Instance is 0 if all threads share it.
  struct Place {
    size_t Level;
    uint32_t Instance;
    auto operator<=>(const Place &) const = default;
  };

  size_t levels() const { return Model.Levels.size(); }
  Place placeOf(size_t Level, uint32_t Slot) const {
    const CacheLevel &L = Model.Levels[Level];
    return {Level, L.Shared ? 0 : Slot / L.Threads};
  }
  ReferenceLevel &cache(const Place &P) {
    return Caches.try_emplace(P, Model.Levels[P.Level], Model.LineBytes)
        .first->second;
  }
  ReferenceLevel &cache(size_t Level, uint32_t Slot) {
    return cache(placeOf(Level, Slot));
  }
  bool isOnPath(const Place &P, uint32_t Slot) const {
    return placeOf(P.Level, Slot) == P;
  }
  /// Returns the outermost cache of the slots of \p Other, which is not on the
  /// path of \p Slot, that is not on it either.
  Place groupOf(const Place &Other, uint32_t Slot) const {
    uint32_t OtherSlot = Other.Instance * Model.Levels[Other.Level].Threads;
    Place Group = Other;
    for (size_t L = Other.Level; L != levels(); ++L)
      if (!isOnPath(placeOf(L, OtherSlot), Slot))
        Group = placeOf(L, OtherSlot);
    return Group;
  }
  bool isPrivate(size_t Level) const {
    return !Model.Levels[Level].Shared && Model.Levels[Level].Threads == 1;
  }
  bool isExclusive(size_t Level) const {
    return Model.Levels[Level].Holds == Inclusion::Exclusive;
  }
  MemoryCounters &countersOf(uint32_t Structure) {
    return Counts.ByStructure[Structure];
  }
  LevelDetail &countersOf(uint32_t Structure, size_t Level) {
    return countersOf(Structure).Levels[Level];
  }

  /// Returns the ways of a level for lines of a structure.
  WayRange rangeOf(size_t Level, uint32_t Structure) {
    const CacheLevel &L = Model.Levels[Level];
    uint32_t First = 0;
    for (const WayPartition &P : Model.Partitions) {
      if (P.Level != L.Name)
        continue;
      if (P.Structure == Names[Structure])
        return {First, First + P.Ways};
      First += P.Ways;
    }
    return {First, L.Ways};
  }

  void settleAs(size_t Level, ReferenceLevel &C, uint64_t Line,
                MissClass Class) {
    auto Entry = C.Unsettled.find(Line);
    if (Entry == C.Unsettled.end())
      return;
    ++countersOf(Entry->second.Structure, Level).ByClass[size_t(Class)];
    C.Unsettled.erase(Entry);
  }

  void settleAll(size_t Level, ReferenceLevel &C) {
    while (!C.Unsettled.empty())
      settleAs(Level, C, C.Unsettled.begin()->first, MissClass::FalseSharing);
  }

  void empty(const Place &P) {
    if (!Caches.contains(P))
      return;
    settleAll(P.Level, cache(P));
    for (const HeldLine &Line : cache(P).lines()) {
      --Counts.LinesHeld[{P.Level, Line.Structure}];
      if (Line.Dirty && !makeSharedDirty(Line))
        Newer.erase(Line.Number); // lost, as the document says
    }
    Caches.erase(P);
  }

  bool makeSharedDirty(const HeldLine &Source) {
    for (size_t L = 0; L != levels(); ++L)
      if (Model.Levels[L].Shared && !Model.Levels[L].WriteThrough)
        if (HeldLine *Line = cache(L, 0).find(Source.Number)) {
          Line->Dirty = true;
          Line->Writer = Source.Writer;
          return true;
        }
    return false;
  }

  //===--- lines that move ------------------------------------------------===//

  /// \p Evictor: Puts a line into a cache. \p Evictor: the structure that is
  /// touched.
  void take(size_t Level, uint32_t Slot, const HeldLine &New,
            uint32_t Evictor) {
    ++Counts.LinesHeld[{Level, New.Structure}];
    std::optional<HeldLine> Left =
        cache(Level, Slot).take(New, rangeOf(Level, New.Structure));
    if (Left)
      leaveLevel(Level, Slot, *Left, Evictor);
  }

  void leaveLevel(size_t Level, uint32_t Slot, HeldLine Victim,
                  uint32_t Evictor) {
    evicted(placeOf(Level, Slot), Victim, Evictor);
    if (Model.Levels[Level].Holds == Inclusion::Inclusive)
      dropInside(placeOf(Level, Slot), Victim, Evictor);
    if (Victim.Dirty)
      ++countersOf(Victim.Writer, Level).Writebacks;
    size_t Next = Level + 1;
    if (Next != levels() && isExclusive(Next))
      takeVictim(Next, Slot, Victim, Evictor);
    else if (Victim.Dirty)
      writeOutwards(Next, Slot, Victim.Number, Victim.Writer);
  }

  void evicted(const Place &Position, const HeldLine &Line, uint32_t Evictor) {
    ReferenceLevel &C = cache(Position);
    ++Counts.Evictions[{Position.Level, Line.Structure, Evictor}].Evictions;
    --Counts.LinesHeld[{Position.Level, Line.Structure}];
    C.Histories[Line.Number].Cause = Absence::Evicted;
    C.Histories[Line.Number].Evictor = Evictor;
  }

  bool isInside(const Place &Inner, const Place &Outer) const {
    const CacheLevel &O = Model.Levels[Outer.Level];
    uint32_t FirstSlot = Inner.Instance * Model.Levels[Inner.Level].Threads;
    return Inner.Level < Outer.Level &&
           (O.Shared || FirstSlot / O.Threads == Outer.Instance);
  }

  /// Returns whether a cache of slots that do not use \p Position has the line.
  bool hasCopyBeside(const Place &Position, uint64_t Line) {
    return std::ranges::any_of(Caches, [&](auto &Row) {
      const Place &Other = Row.first;
      return Other != Position && !isInside(Other, Position) &&
             !isInside(Position, Other) && Row.second.find(Line);
    });
  }

  void dropInside(const Place &Outer, HeldLine &Victim, uint32_t Evictor) {
    bool Found = false;
    for (auto &[Position, Cache] : Caches) { // innermost level first
      if (!isInside(Position, Outer))
        continue;
      std::optional<HeldLine> Line = Cache.remove(Victim.Number);
      if (!Line)
        continue;
      evicted(Position, *Line, Evictor);
      if (!Line->Dirty)
        continue;
      ++countersOf(Line->Writer, Position.Level).Writebacks;
      if (!std::exchange(Found, true))
        Victim.Writer = Line->Writer;
      Victim.Dirty = true;
    }
  }

  void takeVictim(size_t Level, uint32_t Slot, const HeldLine &Victim,
                  uint32_t Evictor) {
    ReferenceLevel &C = cache(Level, Slot);
    if (C.find(Victim.Number)) {
      if (Victim.Dirty)
        makeDirty(C, Victim.Number, Victim.Writer);
      return;
    }
    C.compareTaken(Victim.Number);
    HeldLine New = Victim;
    New.Prefetched = false;
    take(Level, Slot, New, Evictor);
  }

  static void makeDirty(ReferenceLevel &C, uint64_t Line, uint32_t Writer) {
    HeldLine *Found = C.find(Line);
    Found->Dirty = true;
    Found->Writer = Writer;
  }

  /// Writes to the nearest level from \p First on that has the line, else to
  /// memory.
  void writeOutwards(size_t First, uint32_t Slot, uint64_t Line,
                     uint32_t Writer) {
    for (size_t L = First; L != levels(); ++L)
      if (cache(L, Slot).find(Line) && !Model.Levels[L].WriteThrough)
        return makeDirty(cache(L, Slot), Line, Writer);
    writeMemory(Line, Writer);
  }

  void writeMemory(uint64_t Line, uint32_t Writer) {
    ++countersOf(Writer).MemoryWrites;
    ++Current.ToMemory;
    Newer.erase(Line);
  }

  CacheModel Model;
  std::map<uint32_t, std::string> Names;
  std::map<Place, ReferenceLevel> Caches; ///< by level, innermost first
  ReferenceCounts Counts;
  Outcome Current; ///< outcome of the current access
  std::set<uint64_t> Newer;
};

} // namespace memfacet::test

#endif

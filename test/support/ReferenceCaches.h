//===- ReferenceCaches.h - lines that move, slowly ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "Taking a line", "Who evicted it" and "Threads that end" of
// docs/internals/memory-system.md: all caches of a hierarchy, and how lines
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
    for (auto &[Where, Cache] : Caches)
      settleAll(Where.Level, Cache);
  }

  const ReferenceCounts &counts() const { return Counts; }

  /// Lines that any cache of a level has.
  std::set<uint64_t> linesOf(size_t Level, bool OnlyDirty = false) const {
    std::set<uint64_t> All;
    for (const auto &[Where, Cache] : Caches)
      for (const HeldLine &Line : Cache.lines())
        if (Where.Level == Level && (Line.Dirty || !OnlyDirty))
          All.insert(Line.Number);
    return All;
  }
  /// Lines whose last write has not been written to memory.
  const std::set<uint64_t> &newerThanMemory() const { return Newer; }

protected:
  /// One cache; Instance is 0 where it is shared by all.
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
  bool isPrivate(size_t Level) const {
    return !Model.Levels[Level].Shared && Model.Levels[Level].Threads == 1;
  }
  bool isExclusive(size_t Level) const {
    return Model.Levels[Level].Holds == Inclusion::Exclusive;
  }
  MemoryCounters &of(uint32_t Structure) {
    return Counts.ByStructure[Structure];
  }
  LevelDetail &of(uint32_t Structure, size_t Level) {
    return of(Structure).Levels[Level];
  }

  /// The ways of a level for lines that a structure owns.
  WayRange rangeOf(size_t Level, uint32_t Structure) {
    const CacheLevel &L = Model.Levels[Level];
    uint32_t From = 0;
    for (const WayPartition &P : Model.Partitions) {
      if (P.Level != L.Name)
        continue;
      if (P.Structure == Names[Structure])
        return {From, From + P.Ways};
      From += P.Ways;
    }
    return {From, L.Ways};
  }

  void settleAs(size_t Level, ReferenceLevel &C, uint64_t Line, MissClass As) {
    auto It = C.Unsettled.find(Line);
    if (It == C.Unsettled.end())
      return;
    ++of(It->second.Structure, Level).ByClass[size_t(As)];
    C.Unsettled.erase(It);
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
      --Counts.Held[{P.Level, Line.Structure}];
      if (Line.Dirty && !markShared(Line))
        Newer.erase(Line.Number); // lost, as the page says
    }
    Caches.erase(P);
  }

  bool markShared(const HeldLine &From) {
    for (size_t L = 0; L != levels(); ++L)
      if (Model.Levels[L].Shared && !Model.Levels[L].WriteThrough)
        if (HeldLine *Line = cache(L, 0).find(From.Number)) {
          Line->Dirty = true;
          Line->Writer = From.Writer;
          return true;
        }
    return false;
  }

  //===--- lines that move ------------------------------------------------===//

  /// \p By: the structure that is touched.
  void take(size_t Level, uint32_t Slot, const HeldLine &New, uint32_t By) {
    ++Counts.Held[{Level, New.Structure}];
    std::optional<HeldLine> Left =
        cache(Level, Slot).take(New, rangeOf(Level, New.Structure));
    if (Left)
      leaveLevel(Level, Slot, *Left, By);
  }

  void leaveLevel(size_t Level, uint32_t Slot, HeldLine Victim, uint32_t By) {
    evicted(placeOf(Level, Slot), Victim, By);
    if (Model.Levels[Level].Holds == Inclusion::Inclusive)
      dropInside(placeOf(Level, Slot), Victim, By);
    if (Victim.Dirty)
      ++of(Victim.Writer, Level).Writebacks;
    size_t Next = Level + 1;
    if (Next != levels() && isExclusive(Next))
      takeVictim(Next, Slot, Victim, By);
    else if (Victim.Dirty)
      writeOutwards(Next, Slot, Victim.Number, Victim.Writer);
  }

  void evicted(const Place &From, const HeldLine &Line, uint32_t By) {
    ReferenceLevel &C = cache(From);
    ++Counts.Evictions[{From.Level, Line.Structure, By}].Evictions;
    --Counts.Held[{From.Level, Line.Structure}];
    C.Histories[Line.Number].Why = Absence::Evicted;
    C.Histories[Line.Number].Evictor = By;
  }

  bool isInside(const Place &Inner, const Place &Outer) const {
    const CacheLevel &O = Model.Levels[Outer.Level];
    uint32_t FirstSlot = Inner.Instance * Model.Levels[Inner.Level].Threads;
    return Inner.Level < Outer.Level &&
           (O.Shared || FirstSlot / O.Threads == Outer.Instance);
  }

  void dropInside(const Place &Outer, HeldLine &Victim, uint32_t By) {
    bool Found = false;
    for (auto &[Where, Cache] : Caches) { // innermost level first
      if (!isInside(Where, Outer))
        continue;
      std::optional<HeldLine> Line = Cache.remove(Victim.Number);
      if (!Line)
        continue;
      evicted(Where, *Line, By);
      if (!Line->Dirty)
        continue;
      ++of(Line->Writer, Where.Level).Writebacks;
      if (!std::exchange(Found, true))
        Victim.Writer = Line->Writer;
      Victim.Dirty = true;
    }
  }

  void takeVictim(size_t Level, uint32_t Slot, const HeldLine &Victim,
                  uint32_t By) {
    ReferenceLevel &C = cache(Level, Slot);
    if (C.find(Victim.Number)) {
      if (Victim.Dirty)
        markDirty(C, Victim.Number, Victim.Writer);
      return;
    }
    C.compareTaken(Victim.Number);
    HeldLine New = Victim;
    New.Prefetched = false;
    take(Level, Slot, New, By);
  }

  static void markDirty(ReferenceLevel &C, uint64_t Line, uint32_t Writer) {
    HeldLine *Found = C.find(Line);
    Found->Dirty = true;
    Found->Writer = Writer;
  }

  /// To the nearest level from \p From on that has the line, else to memory.
  void writeOutwards(size_t From, uint32_t Slot, uint64_t Line,
                     uint32_t Writer) {
    for (size_t L = From; L != levels(); ++L)
      if (cache(L, Slot).find(Line) && !Model.Levels[L].WriteThrough)
        return markDirty(cache(L, Slot), Line, Writer);
    writeMemory(Line, Writer);
  }

  void writeMemory(uint64_t Line, uint32_t Writer) {
    ++of(Writer).MemoryWrites;
    ++Now.ToMemory;
    Newer.erase(Line);
  }

  CacheModel Model;
  std::map<uint32_t, std::string> Names;
  std::map<Place, ReferenceLevel> Caches; ///< by level: innermost first
  ReferenceCounts Counts;
  Outcome Now; ///< of the current access
  std::set<uint64_t> Newer;
};

} // namespace memfacet::test

#endif

//===- CachePaths.cpp - the caches that a thread goes through -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/CachePaths.h"
#include <algorithm>

namespace memfacet::caches {

TlbStack::TlbStack(const CacheModel &Model) {
  for (const TlbLevel &T : Model.Tlbs)
    Levels.emplace_back(T.Entries / T.Ways, T.Ways, Replacement::Lru);
}

uint8_t TlbStack::touch(uint64_t Page, MemoryCounters &Counters) {
  uint8_t Missed = 0;
  // The same page again is the most recent of its set already.
  if (Page == LastPage) {
    ++Counters.Tlbs[0].Accesses;
    return Missed;
  }
  LastPage = Page;
  for (; Missed != Levels.size(); ++Missed) {
    ++Counters.Tlbs[Missed].Accesses;
    if (HeldLine *Copy = Levels[Missed].find(Page)) {
      Levels[Missed].use(*Copy);
      break;
    }
    ++Counters.Tlbs[Missed].Misses;
  }
  HeldLine New;
  New.Line = Page;
  for (uint8_t L = 0; L != Missed; ++L)
    Levels[L].take(New, Levels[L].allWays());
  return Missed;
}

bool CachePath::holdDirty(size_t FirstLevel, const HeldLine &Dirty) {
  for (size_t L = FirstLevel; L != Count; ++L) {
    HeldLine *Copy = Levels[L]->holds(Dirty.Line);
    if (!Copy || Levels[L]->shape().WriteThrough)
      continue;
    Copy->Dirty = true;
    Copy->Writer = Dirty.Writer;
    return true;
  }
  return false;
}

CachePaths::CachePaths(const CacheModel &Model, MemoryTally &Tally)
    : Model(Model), Tally(Tally), Caches(Model.Levels.size()) {
  SharedFrom =
      size_t(std::ranges::find(Model.Levels, true, &CacheLevel::Shared) -
             Model.Levels.begin());
}

LevelCache *CachePaths::cacheOf(size_t Level, uint32_t Slot) {
  const CacheLevel &L = Model.Levels[Level];
  size_t Index = L.Shared ? 0 : Slot / L.Threads;
  auto &LevelCaches = Caches[Level];
  if (LevelCaches.size() <= Index)
    LevelCaches.resize(Index + 1);
  if (!LevelCaches[Index])
    LevelCaches[Index] = std::make_unique<LevelCache>(Model, Level, Tally);
  return LevelCaches[Index].get();
}

/// Lists the caches of \p P among the inner caches of the levels further out.
void CachePaths::listInnerCaches(const CachePath &P) {
  for (size_t Outer = 1; Outer != Model.Levels.size(); ++Outer)
    for (size_t Inner = 0; Inner != Outer; ++Inner) {
      auto &InnerCaches = P.Levels[Outer]->InnerCaches;
      if (std::ranges::find(InnerCaches, P.Levels[Inner]) == InnerCaches.end())
        InnerCaches.insert(std::ranges::upper_bound(InnerCaches, Inner, {},
                                                    &LevelCache::level),
                           P.Levels[Inner]);
    }
}

CachePath &CachePaths::pathOfSlot(uint32_t Slot) {
  while (Paths.size() <= Slot) {
    Paths.push_back(std::make_unique<CachePath>());
    CachePath &P = *Paths.back();
    P.Slot = uint32_t(Paths.size() - 1);
    P.Count = Model.Levels.size();
    for (size_t L = 0; L != Model.Levels.size(); ++L)
      P.Levels[L] = cacheOf(L, P.Slot);
    P.Tlbs = TlbStack(Model);
    listInnerCaches(P);
  }
  return *Paths[Slot];
}

CachePath &CachePaths::pathOf(ThreadId Thread) {
  auto [Entry, New] = SlotOf.try_emplace(Thread.Value);
  if (New) {
    Entry->second =
        uint32_t(std::ranges::find(IsTaken, false) - IsTaken.begin());
    if (Entry->second == IsTaken.size())
      IsTaken.push_back(false);
    IsTaken[Entry->second] = true;
  }
  return pathOfSlot(Entry->second);
}

CachePath *CachePaths::release(ThreadId Thread) {
  auto Entry = SlotOf.find(Thread.Value);
  if (Entry == SlotOf.end())
    return nullptr;
  CachePath &P = *Paths[Entry->second];
  IsTaken[Entry->second] = false;
  SlotOf.erase(Entry);
  // Inner levels last: their writers are the later ones.
  for (size_t L = SharedFrom; L-- != 0;)
    if (Model.Levels[L].Threads == 1)
      P.Levels[L]->clear(
          [&](const HeldLine &Dirty) { P.holdDirty(SharedFrom, Dirty); });
  P.Tlbs = TlbStack(Model);
  P.Strides = {};
  return &P;
}

void CachePaths::dropInnerCopies(LevelCache &C, HeldLine &Victim,
                                 uint32_t Evictor) {
  bool Newest = true;
  for (LevelCache *Inner : C.InnerCaches) {
    HeldLine InnerCopy = Inner->drop(Victim.Line);
    if (!InnerCopy.present())
      continue;
    Inner->history().evicted(InnerCopy.Record, Evictor);
    Tally.evicted(Inner->level(), InnerCopy.Owner, Evictor);
    if (!InnerCopy.Dirty)
      continue;
    ++Tally.at(Inner->level(), InnerCopy.Writer).Writebacks;
    Victim.Dirty = true;
    if (Newest)
      Victim.Writer = InnerCopy.Writer;
    Newest = false;
  }
}

} // namespace memfacet::caches

//===- CachePaths.cpp - which caches a thread goes through ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/CachePaths.h"
#include <algorithm>

namespace memfacet::caches {

TlbStack::TlbStack(const CacheModel &Model) {
  for (const TlbLevel &T : Model.Tlbs)
    Levels.emplace_back(T.Entries / T.Ways, T.Ways, Replacement::Lru);
}

uint8_t TlbStack::touch(uint64_t Page, MemoryCounters &To) {
  uint8_t Missed = 0;
  // Once more the same: already the most recent of its set.
  if (Page == LastPage) {
    ++To.Tlbs[0].Accesses;
    return Missed;
  }
  LastPage = Page;
  for (; Missed != Levels.size(); ++Missed) {
    ++To.Tlbs[Missed].Accesses;
    if (HeldLine *Held = Levels[Missed].find(Page)) {
      Levels[Missed].use(*Held);
      break;
    }
    ++To.Tlbs[Missed].Misses;
  }
  HeldLine New;
  New.Line = Page;
  for (uint8_t L = 0; L != Missed; ++L)
    Levels[L].take(New, Levels[L].allWays());
  return Missed;
}

bool CachePath::holdDirty(size_t From, const HeldLine &Dirty) {
  for (size_t L = From; L != Count; ++L) {
    HeldLine *Held = Levels[L]->holds(Dirty.Line);
    if (!Held || Levels[L]->shape().WriteThrough)
      continue;
    Held->Dirty = true;
    Held->Writer = Dirty.Writer;
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
  size_t At = L.Shared ? 0 : Slot / L.Threads;
  auto &Its = Caches[Level];
  if (Its.size() <= At)
    Its.resize(At + 1);
  if (!Its[At])
    Its[At] = std::make_unique<LevelCache>(Model, Level, Tally);
  return Its[At].get();
}

/// The caches of \p P are new to some that have more inside than before.
void CachePaths::listInside(const CachePath &P) {
  for (size_t Outer = 1; Outer != Model.Levels.size(); ++Outer)
    for (size_t Inner = 0; Inner != Outer; ++Inner) {
      auto &Inside = P.Levels[Outer]->Inside;
      if (std::ranges::find(Inside, P.Levels[Inner]) == Inside.end())
        Inside.insert(
            std::ranges::upper_bound(Inside, Inner, {}, &LevelCache::level),
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
    listInside(P);
  }
  return *Paths[Slot];
}

CachePath &CachePaths::of(ThreadId Thread) {
  auto [It, New] = SlotOf.try_emplace(Thread.Value);
  if (New) {
    It->second = uint32_t(std::ranges::find(Taken, false) - Taken.begin());
    if (It->second == Taken.size())
      Taken.push_back(false);
    Taken[It->second] = true;
  }
  return pathOfSlot(It->second);
}

CachePath *CachePaths::release(ThreadId Thread) {
  auto It = SlotOf.find(Thread.Value);
  if (It == SlotOf.end())
    return nullptr;
  CachePath &P = *Paths[It->second];
  Taken[It->second] = false;
  SlotOf.erase(It);
  // Inner levels last: their writers are the later ones.
  for (size_t L = SharedFrom; L-- != 0;)
    if (Model.Levels[L].Threads == 1)
      P.Levels[L]->clear(
          [&](const HeldLine &Dirty) { P.holdDirty(SharedFrom, Dirty); });
  P.Tlbs = TlbStack(Model);
  P.Strides = {};
  return &P;
}

void CachePaths::dropInside(LevelCache &C, HeldLine &Out, uint32_t Evictor) {
  bool Newest = true;
  for (LevelCache *Inner : C.Inside) {
    HeldLine In = Inner->drop(Out.Line);
    if (!In.present())
      continue;
    Inner->history().evicted(In.Record, Evictor);
    Tally.evicted(Inner->level(), In.Owner, Evictor);
    if (!In.Dirty)
      continue;
    ++Tally.at(Inner->level(), In.Writer).Writebacks;
    Out.Dirty = true;
    if (Newest)
      Out.Writer = In.Writer;
    Newest = false;
  }
}

} // namespace memfacet::caches

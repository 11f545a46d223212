//===- Hierarchy.cpp - the cache levels after the MRU lines ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/Hierarchy.h"
#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::caches {

struct Hierarchy::PrivateCaches {
  std::vector<std::unique_ptr<LevelStore>> Stores;
  Path Caches;
};

Hierarchy::Hierarchy(const CacheModel &Model, SearchKind Search)
    : Model(Model), Search(Search), ByResidue(Model.Levels.size()) {
  MEMFACET_CHECK(bool(checkCacheModel(Model)),
                 "callers report errors in the model");
  SharedFrom =
      size_t(std::ranges::find(Model.Levels, true, &CacheLevel::Shared) -
             Model.Levels.begin());
  for (size_t I = SharedFrom; I < Model.Levels.size(); ++I)
    Shared.push_back(makeLevelStore(Model.Levels[I], Model.LineBytes, Search));
}

Hierarchy::~Hierarchy() = default;

Hierarchy::PrivateCaches *Hierarchy::acquire() {
  if (!Waiting.empty()) {
    PrivateCaches *Caches = Waiting.back();
    Waiting.pop_back();
    return Caches;
  }
  Private.push_back(std::make_unique<PrivateCaches>());
  PrivateCaches *Caches = Private.back().get();
  for (size_t I = 0; I < SharedFrom; ++I) {
    Caches->Stores.push_back(
        makeLevelStore(Model.Levels[I], Model.LineBytes, Search));
    Caches->Caches.Levels[I] = Caches->Stores.back().get();
  }
  for (size_t I = SharedFrom; I < Model.Levels.size(); ++I)
    Caches->Caches.Levels[I] = Shared[I - SharedFrom].get();
  return Caches;
}

Hierarchy::Path &Hierarchy::pathOf(ThreadId Thread) {
  PrivateCaches *&Caches = InUse[Thread.Value];
  if (!Caches)
    Caches = acquire();
  return Caches->Caches;
}

void Hierarchy::makeSharedDirty(CacheWord Dirty) {
  for (auto &Level : Shared)
    if (Level->makeDirty(Dirty))
      return;
}

/// Empties the private caches of \p Thread and keeps them for reuse. Inner
/// levels are written back last: their writers are the later ones.
void Hierarchy::retire(ThreadId Thread) {
  auto It = InUse.find(Thread.Value);
  if (It == InUse.end())
    return;
  PrivateCaches *Caches = It->second;
  InUse.erase(It);
  Caches->Caches.Visited = 0;
  for (size_t I = Caches->Stores.size(); I-- != 0;) {
    Caches->Stores[I]->forEachDirty([&](CacheWord W) { makeSharedDirty(W); });
    Caches->Stores[I]->clear();
  }
  Waiting.push_back(Caches);
}

/// A bit of a key of ByPair: no line was evicted. The low half of a key is the
/// evictor, the high half the victim.
static constexpr uint64_t NoVictim = uint64_t(1) << 63;

void Hierarchy::count(size_t Level, std::span<const Miss> Misses) {
  bool AsksForLines = Selected && ByResidue.asksForLines();
  for (const Miss &M : Misses) {
    // Without a wanted line, this is the write-back of an earlier level.
    if (M.Wanted == EmptyWord) [[unlikely]]
      continue;
    ++ByKey[SiteMisses::keyOf(M)].Misses[Level];
    uint64_t Victim = M.Victim == EmptyWord
                          ? NoVictim
                          : uint64_t(ownerOf(M.Victim).Value) << 32;
    MissTally::Row &Pair = ByPair[Victim | M.structure().Value];
    ++Pair.Misses[Level];
    Pair.Dirty[Level] += isDirty(M.Victim);
    if (AsksForLines)
      ByResidue.add(M, Level);
  }
}

void Hierarchy::settlePair(const MissTally::Row &R, const Weights &PerMiss,
                           CounterTable<MissCounters> &Counters) {
  auto Evictor = uint32_t(R.Key);
  auto Victim = uint32_t((R.Key & ~NoVictim) >> 32);
  for (size_t Level = 0; Level != Model.Levels.size(); ++Level) {
    if (R.Misses[Level] == 0)
      continue;
    uint64_t Weight = Level == 0 ? PerMiss.FirstLevel : PerMiss.LaterLevels;
    if (R.Key & NoVictim)
      Counters[Evictor].Fills[Level] += R.Misses[Level] * Weight;
    else if (Counting)
      Evictions.at(Level, Victim, Evictor).Evictions +=
          R.Misses[Level] * Weight;
    if (R.Dirty[Level] != 0)
      Counters[Victim].Writebacks[Level] += R.Dirty[Level] * Weight;
  }
}

/// Adds the tallies of the batch, with their weights, to the tables.
void Hierarchy::settle(const Weights &PerMiss,
                       CounterTable<MissCounters> &Counters) {
  ByKey.drain([&](const MissTally::Row &R) {
    auto Structure = uint32_t(R.Key >> 32);
    for (size_t Level = 0; Level != Model.Levels.size(); ++Level) {
      uint64_t Misses = R.Misses[Level];
      if (Misses == 0)
        continue;
      uint64_t Weight = Level == 0 ? PerMiss.FirstLevel : PerMiss.LaterLevels;
      Counters[Structure].Misses[Level] += Misses * Weight;
      BySite.add(R.Key, Level, Misses * Weight);
      if (Selected && PerMiss.FirstSteady && Level == 0)
        ByResidue.addSteady(Structure, Level, Misses);
    }
  });
  ByPair.drain(
      [&](const MissTally::Row &R) { settlePair(R, PerMiss, Counters); });
}

/// Returns memory for \p Misses misses of \p Level.
Miss *Hierarchy::roomFor(size_t Level, size_t Misses) {
  std::vector<Miss> &Out = LevelMisses[Level % 2];
  if (Out.size() < Misses)
    Out.resize(Misses);
  return Out.data();
}

void Hierarchy::count(bool Wanted) {
  Counting = Wanted;
  BySite.count(Wanted);
  ByResidue.count(Wanted);
}

void Hierarchy::forgetCounts() {
  BySite.clear();
  ByResidue.clear();
  Evictions.clear();
}

/// Counts the first-level misses of \p B in lines that its thread visits.
void Hierarchy::countVisited(const FilteredBatch &B,
                             CounterTable<MissCounters> &Counters) {
  ResidueSet Previous =
      std::exchange(pathOf(B.Thread).Visited, B.VisitedResidues);
  ByResidue.visit(B.VisitedResidues, B.VisitedResidues & ~Previous,
                  B.VisitedWeight);
  count(0, B.Visited);
  for (const Miss &M : B.Uncounted)
    ByResidue.addUncounted(M.structure().Value);
  settle({B.VisitedWeight, 0, false}, Counters);
}

/// Passes look-ups to the listener, if there is one.
void Hierarchy::notify(size_t Level, const LookUpSpan &Lines,
                       std::span<const Miss> Misses) {
  if (Listener && Selected) [[unlikely]]
    Listener->lookedUp(Level, Lines, Misses);
}

/// Simulates a part of \p B, which looks up \p Lines, in all levels. \p
/// First(first level, memory) simulates the first level, writes its misses to
/// the memory and returns their number.
template <typename Taker>
void Hierarchy::pass(const FilteredBatch &B, const LookUpSpan &Lines,
                     Taker First) {
  Path &P = pathOf(B.Thread);
  Miss *Out = roomFor(0, Lines.size());
  std::span<const Miss> In = {Out, First(*P.Levels[0], Out)};
  notify(0, Lines, In);
  ByResidue.setVisitsOthers(B.Visits);
  count(0, In);
  ByResidue.setVisitsOthers(false);
  // No level depends on a later one: each takes the whole list in turn.
  for (size_t Level = 1; Level != Model.Levels.size(); ++Level) {
    const LookUpSpan Reaching(In);
    Out = roomFor(Level, 2 * In.size());
    In = {Out, P.Levels[Level]->filter(In, Out)};
    notify(Level, Reaching, In);
    count(Level, In);
  }
}

void Hierarchy::simulate(const FilteredBatch &B,
                         CounterTable<MissCounters> &Counters) {
  Selected = B.Selected;
  if (Selected)
    ByResidue.enter(B.Structures, B.Bits);
  if (Listener && Selected) [[unlikely]]
    Listener->enter(B);
  if (B.VisitedResidues != 0)
    countVisited(B, Counters);
  if (!B.Changes.empty())
    pass(B, LookUpSpan(B.Changes.all()), [&](LevelStore &First, Miss *Out) {
      return First.takeChanges(B.Changes.all(), Out);
    });
  // In portions, so that their misses stay in the nearest cache.
  constexpr size_t Portion = 512;
  for (size_t Begin = 0, Size = B.Touches.size(); Begin != Size;) {
    size_t Count = std::min(Portion, Size - Begin);
    const TouchSpan Part = B.Touches.all().part(Begin, Count);
    pass(B, LookUpSpan(Part), [&](LevelStore &First, Miss *Out) {
      return First.takeTouches(Part, Out);
    });
    Begin += Count;
  }
  uint64_t Factor = uint64_t(1) << B.Bits;
  settle({B.Visits ? 1 : Factor, Factor, B.Visits}, Counters);
  if (!B.Ended)
    return;
  retire(B.Thread);
  if (Listener && Selected)
    Listener->threadEnded();
}

} // namespace memfacet::caches

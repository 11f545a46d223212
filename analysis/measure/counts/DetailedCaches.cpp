//===- DetailedCaches.cpp - from owned accesses to counts -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/DetailedCaches.h"
#include <algorithm>

namespace memfacet::measure {

DetailedCaches::DetailedCaches(const caches::CacheModel &Model,
                               const owners::StructureRegistry &Structures,
                               CacheCounts &Counts, uint64_t OccupancyPeriod)
    : Model(Model), Structures(Structures), Counts(Counts), Tally(this->Model),
      System(this->Model, Tally), Occupancy(OccupancyPeriod),
      Outcomes(decode::AccessBatch::Capacity) {}

void DetailedCaches::nameStructures() {
  const std::vector<result::Structure> &All = Structures.structures();
  for (; NamedCount != All.size(); ++NamedCount)
    System.name(uint32_t(NamedCount), All[NamedCount].Name);
}

void DetailedCaches::flush() {
  if (Sums.size() < Structures.size())
    Sums.resize(Structures.size());
  Tally.drain([&](StructureId Id, const caches::MemoryCounters &C) {
    if (!Tally.counting())
      return;
    Counts.add(Current, Id, C, Tally.takeEvictionsBy(Id.Value));
    Sums[Id.Value] += C;
  });
}

const caches::Outcome *
DetailedCaches::accesses(const OwnedPart &P,
                         caches::CounterTable<caches::AccessCounters> &Counters,
                         caches::SiteTouches &Touches) {
  const decode::AccessBatch &B = P.Part.Batch;
  if (B.Thread != Current.Thread || B.Interval != Current.Interval ||
      B.Process != Current.Process) {
    flush();
    Current = {B.Thread, B.Interval, B.Process};
    if (Watcher)
      Watcher->enter(B.Thread, B.Interval);
  }
  nameStructures();
  for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
    decode::AccessInfo Info = B.Info[I];
    uint64_t Address = B.Address[I];
    Outcomes[I] = System.access({B.Thread, P.Owners[I], Info.site(), Address,
                                 Info.size(), Info.write()});
    uint64_t Extra = (Address + Info.size() - 1) / Model.LineBytes -
                     Address / Model.LineBytes;
    if (Extra == 0) [[likely]]
      continue;
    Counters[P.Owners[I]].ExtraTouches += Extra;
    Touches.add(Info.site(), Extra);
  }
  return Outcomes.data();
}

void DetailedCaches::threadEnded(ThreadId Thread) {
  System.threadEnded(Thread);
  flush();
}

void DetailedCaches::count(bool Wanted) {
  System.settle();
  flush();
  Tally.count(Wanted);
}

void DetailedCaches::forgetCounts() {
  System.settle();
  Tally.clear();
  std::ranges::fill(Sums, caches::MemoryCounters());
}

/// Adds the sets with the most misses, and their part of all misses.
void DetailedCaches::fillSets(result::MemoryDetail &Memory) const {
  for (uint32_t L = 0; L != Model.Levels.size(); ++L) {
    const std::vector<caches::SetCounts> &Sets = Tally.sets(L);
    result::SetSpread Spread{L, 0, {}, 0};
    std::vector<result::HotSet> Hot;
    for (uint64_t Set = 0; Set != Sets.size(); ++Set) {
      if (Sets[Set].Misses == 0)
        continue;
      Hot.push_back({L, Set, Sets[Set]});
      Spread.Sum.Misses += Sets[Set].Misses;
      Spread.Sum.Conflicts += Sets[Set].Conflicts;
    }
    Spread.Missed = Hot.size();
    std::ranges::sort(Hot,
                      [](const result::HotSet &A, const result::HotSet &B) {
                        return A.Counts.Misses != B.Counts.Misses
                                   ? A.Counts.Misses > B.Counts.Misses
                                   : A.Set < B.Set;
                      });
    size_t Hundredth = std::max<size_t>(Sets.size() / 100, 1);
    for (size_t I = 0; I != std::min(Hundredth, Hot.size()); ++I)
      Spread.HottestMisses += Hot[I].Counts.Misses;
    Hot.resize(std::min(Hot.size(), MaxHotSets));
    Memory.HotSets.insert(Memory.HotSets.end(), Hot.begin(), Hot.end());
    Memory.Spreads.push_back(Spread);
  }
}

void DetailedCaches::fill(result::Profile &P) {
  System.settle();
  flush();
  result::MemoryDetail &Memory = P.Memory;
  Memory.Known = true;
  Memory.ByStructure = Sums;
  Memory.ByStructure.resize(P.Structures.size());
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    for (size_t L = 0; L != Model.Levels.size(); ++L)
      Memory.ByStructure[Id].Levels[L].Accesses =
          P.Structures[Id].Total.Levels[L].Accesses;
  Memory.Evictions = Tally.evictions();
  fillSets(Memory);
  Memory.OccupancyPeriod = Occupancy.period();
  for (uint32_t I = 0; I != Occupancy.samples().size(); ++I)
    for (const caches::OccupancySampler::Occupancy &H : Occupancy.samples()[I])
      Memory.Occupancy.push_back({I + 1, H.Level, H.Structure, H.Lines});
  for (const caches::WayPartition &W : Model.Partitions)
    if (std::ranges::find(P.Structures, W.Structure,
                          &result::Structure::Name) == P.Structures.end())
      P.Notes.push_back(fmt::format("no structure is called '{}': its ways of "
                                    "{} stayed empty",
                                    W.Structure, W.Level));
}

} // namespace memfacet::measure

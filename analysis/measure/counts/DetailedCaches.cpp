//===- DetailedCaches.cpp - from owned accesses to counts -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/DetailedCaches.h"
#include "analysis/measure/counts/FillMemory.h"
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
  for (uint32_t L = 0; L != Model.Levels.size(); ++L)
    fillSets(L, Tally.sets(L), 0, Memory);
  fillOccupancy(Occupancy, Memory);
  for (const caches::WayPartition &W : Model.Partitions)
    if (std::ranges::find(P.Structures, W.Structure,
                          &result::Structure::Name) == P.Structures.end())
      P.Notes.push_back(fmt::format("no structure is called '{}': its ways of "
                                    "{} stayed empty",
                                    W.Structure, W.Level));
}

} // namespace memfacet::measure

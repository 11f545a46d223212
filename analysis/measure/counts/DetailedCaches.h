//===- DetailedCaches.h - from owned accesses to detailed counts ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_COUNTS_DETAILEDCACHES_H
#define MEMFACET_MEASURE_COUNTS_DETAILEDCACHES_H

#include "analysis/caches/cache/SiteMisses.h"
#include "analysis/caches/memory/MemorySystem.h"
#include "analysis/caches/memory/MemoryTally.h"
#include "analysis/measure/counts/AccessObserver.h"
#include "analysis/measure/counts/CountStore.h"
#include "analysis/owners/names/StructureRegistry.h"
#include <vector>

namespace memfacet::measure {

/// Simulates all caches in place of MRU lines and Hierarchy, with the same
/// counts, and fills Profile::Memory.
class DetailedCaches {
public:
  /// Adds counts by interval to \p Counts, from the calling thread.
  DetailedCaches(const caches::CacheModel &Model,
                 const owners::StructureRegistry &Structures,
                 CacheCounts &Counts, uint64_t OccupancyPeriod);

  /// Simulates the accesses of \p P in order. Adds line touches beyond one per
  /// access to \p Counters and \p Touches. Returns the outcome of each access,
  /// by number in the batch, valid until the next call.
  const caches::Outcome *
  accesses(const OwnedPart &P,
           caches::CounterTable<caches::AccessCounters> &Counters,
           caches::SiteTouches &Touches);
  /// Says how many instructions were executed, by any thread.
  void advance(uint64_t Instructions) {
    Occupancy.advance(Instructions, Tally, Model.Levels.size());
  }
  void threadEnded(ThreadId Thread);
  void count(bool Wanted);
  void forgetCounts();
  /// Passes on the counts so far.
  void flush();
  const caches::SiteMisses &bySite() const { return Tally.bySite(); }
  /// Adds misses of \p Level to \p Sites as well, by site and interval.
  void watchSites(caches::IntervalSites &Sites, size_t Level) {
    Watcher = &Sites;
    Tally.watchSites(Sites, Level);
  }
  void fill(result::Profile &P);

private:
  void nameStructures();

  const caches::CacheModel Model;
  const owners::StructureRegistry &Structures;
  CacheCounts &Counts;
  caches::MemoryTally Tally;
  caches::MemorySystem System;
  caches::OccupancySampler Occupancy;
  CountPlace Current;
  caches::IntervalSites *Watcher = nullptr;
  size_t NamedCount = 0; ///< structures whose names System has
  std::vector<caches::Outcome> Outcomes;
  std::vector<caches::MemoryCounters> Sums; ///< by structure
};

} // namespace memfacet::measure

#endif

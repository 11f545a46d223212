//===- CountStore.h - counts by thread, structure and interval ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_COUNTS_COUNTSTORE_H
#define MEMFACET_MEASURE_COUNTS_COUNTSTORE_H

#include "analysis/caches/cache/CounterTable.h"
#include "analysis/caches/cache/Hierarchy.h"
#include "analysis/caches/memory/MemoryCounters.h"
#include "analysis/gauges/sample/LineIntervals.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/StreamStore.h"

namespace memfacet::measure {

/// When and where something was counted.
struct CountPlace {
  ThreadId Thread;
  IntervalId Interval; ///< of the thread
  IntervalId Process;  ///< of the process; invalid: the same number

  result::StreamStore::Moment inStreams() const {
    return {Thread.Value, Interval.Value,
            Process.valid() ? Process.Value : Interval.Value};
  }
};

/// Collects counts as streams, so that hours of recording fit into memory.
class CountStore {
public:
  explicit CountStore(size_t Levels)
      : Levels(Levels), Streams(result::countedMeasures(Levels)) {}

  /// Adds counts. The intervals of a thread must not decrease.
  void add(const CountPlace &Place, StructureId Structure,
           const caches::AccessCounters &Counters);
  void add(const CountPlace &Place, StructureId Structure,
           const caches::MissCounters &Counters);
  /// Adds misses. Touches of the first level are added with the accesses.
  /// \p Evictions are those that the structure's misses caused, by level.
  void add(const CountPlace &Place, StructureId Structure,
           const caches::MemoryCounters &Counters,
           const std::array<uint64_t, caches::MaxCacheLevels> &Evictions);
  void clear() { Streams.clear(); }
  /// Intervals are merged as StreamStore says.
  result::StreamStore &streams() { return Streams; }

  /// Fills Streams, ByThread and the totals of the structures of \p P. \p Lend:
  /// as in StreamStore::lend.
  void fill(result::Profile &P, bool Lend);

private:
  uint64_t *valuesAt(const CountPlace &Place, StructureId Structure);

  size_t Levels;
  result::StreamStore Streams;
};

/// Simulates the touches that MRU lines let through, and keeps all counts.
/// Called from one thread at a time.
class CacheCounts final : public caches::FilteredSink {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit CacheCounts(const caches::CacheModel &Model,
                       caches::SearchKind Search = caches::SearchKind::Best)
      : Caches(Model, Search), Store(Model.Levels.size()) {}

  void filtered(caches::FilteredBatch &B) override;
  /// Adds counts of another simulation. Touches of the first level are not
  /// taken: they are added with the accesses.
  void add(const CountPlace &Place, StructureId Structure,
           const caches::MemoryCounters &C,
           const std::array<uint64_t, caches::MaxCacheLevels> &Evictions) {
    Store.add(Place, Structure, C, Evictions);
  }
  /// Adds misses of \p Level to \p Sites as well, by site and interval.
  void watchSites(caches::IntervalSites &Sites, size_t Level) {
    Watcher = &Sites;
    Caches.bySite().watch(&Sites, Level);
  }
  /// Passes the look-ups of programs that select to \p Listener, maybe from
  /// another thread until all batches are settled.
  void listen(caches::MissListener &Listener) { Caches.listen(Listener); }
  result::StreamStore &streams() { return Store.streams(); }
  /// Counts from here on, or only simulates the caches without counting.
  void count(bool Wanted) {
    Counting = Wanted;
    Caches.count(Wanted);
  }
  /// Forgets all counts; the caches stay as they are.
  void forgetCounts() {
    Store.clear();
    Caches.forgetCounts();
    Touches.clear();
  }
  /// Adds all counts to \p P, whose structures are there. \p Lend: as in
  /// StreamStore::lend.
  void fill(result::Profile &P, bool Lend) { Store.fill(P, Lend); }
  const caches::SiteMisses &bySite() const { return Caches.bySite(); }
  /// Touches by structure, in programs that select.
  const std::vector<gauges::TouchesByChoice> &touches() const {
    return Touches;
  }
  const caches::EvictionPairs &evictions() const { return Caches.evictions(); }
  /// Fills the intervals of P.Lines, whose stretches are there.
  void fillLines(result::Profile &P,
                 const gauges::WindowChanges &InWindows) const {
    gauges::fillLineIntervals(P, Caches.byResidue(), Touches, InWindows);
  }

private:
  void addTouches(StructureId Structure, unsigned Bits, uint64_t Count);

  caches::Hierarchy Caches;
  CountStore Store;
  caches::CounterTable<caches::MissCounters> Counters;
  caches::IntervalSites *Watcher = nullptr;
  std::vector<gauges::TouchesByChoice> Touches; ///< by structure
  bool Counting = true;
};

} // namespace memfacet::measure

#endif

//===- CacheCounts.h - from filtered batches to counts --------------------===//

#ifndef MEMFACET_COUNTS_CACHECOUNTS_H
#define MEMFACET_COUNTS_CACHECOUNTS_H

#include "analysis/cache/Hierarchy.h"
#include "analysis/counts/CountStore.h"
#include "analysis/memory/MemoryCounters.h"
#include "analysis/sample/WindowCounts.h"

namespace memfacet {

/// Simulates what MRU lines let through, and keeps all counts. Called
/// from one thread at a time.
class CacheCounts final : public FilteredSink {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit CacheCounts(const CacheModel &Model,
                       SearchKind Search = SearchKind::Best)
      : Caches(Model, Search), Store(Model.Levels.size()) {}

  void filtered(FilteredBatch &B) override;
  /// What another simulation counted. Touches of the first level are not taken:
  /// they come with the accesses.
  void add(const CountPlace &At, StructureId Structure, const MemoryCounters &C,
           const std::array<uint64_t, MaxCacheLevels> &Evictions) {
    Store.add(At, Structure, C, Evictions);
    if (Windows && Counting)
      Windows->add(Structure, C);
  }
  /// The run is sampled: counts go to \p To as well, and it is counted what
  /// gaps leave unknown.
  void keepWindows(WindowCounts &To) {
    Windows = &To;
    Caches.watchFreshLines();
  }
  /// Misses of \p Level go to \p To as well, by site and interval.
  void watchSites(IntervalSites &To, size_t Level) {
    Watcher = &To;
    Caches.bySite().watch(&To, Level);
  }
  /// Null: the run is not sampled.
  FreshLines *freshLines() { return Caches.freshLines(); }
  /// From here on, caches are simulated and nothing is counted; or again.
  void count(bool Wanted) {
    Counting = Wanted;
    Caches.bySite().count(Wanted);
    if (Caches.freshLines())
      Caches.freshLines()->count(Wanted);
  }
  /// Forgets all counts; the caches stay as they are.
  void forgetCounts() {
    Store.clear();
    Caches.bySite().clear();
    if (Caches.freshLines())
      Caches.freshLines()->forgetCounts();
  }
  /// Adds all counts to \p P, whose structures are there.
  void fill(Profile &P) { Store.fill(P); }
  const SiteMisses &bySite() const { return Caches.bySite(); }

private:
  Hierarchy Caches;
  CountStore Store;
  CounterTable<MissCounters> Counters;
  WindowCounts *Windows = nullptr;
  IntervalSites *Watcher = nullptr;
  bool Counting = true;
};

} // namespace memfacet

#endif

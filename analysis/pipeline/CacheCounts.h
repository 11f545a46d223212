//===- pipeline/CacheCounts.h - from filtered batches to counts -----------===//

#ifndef MEMFACET_PIPELINE_CACHECOUNTS_H
#define MEMFACET_PIPELINE_CACHECOUNTS_H

#include "analysis/cache/Hierarchy.h"
#include "analysis/memory/MemoryCounters.h"
#include "analysis/pipeline/CountStore.h"

namespace memfacet {

/// Simulates what fronts let through, and keeps all counts. Called
/// from one thread at a time.
class CacheCounts final : public FilteredSink {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit CacheCounts(const CacheModel &Model)
      : Levels(Model.Levels.size()), Caches(Model), Store(Levels) {}

  void filtered(FilteredBatch &B) override;
  /// What another simulation counted. Touches of the first level are not taken:
  /// they come with the accesses.
  void add(ThreadId Thread, IntervalId Interval, StructureId Structure,
           const MemoryCounters &C) {
    Store.add(Thread, Interval, Structure, C);
  }
  /// From here on, caches are simulated and nothing is counted; or again.
  void count(bool Wanted) {
    Counting = Wanted;
    Caches.bySite().count(Wanted);
  }
  /// Forgets all counts; the caches stay as they are.
  void forgetCounts() {
    Store = CountStore(Levels);
    Caches.bySite().clear();
  }
  /// Adds all counts to \p P, whose structures are there.
  void fill(Profile &P) const { Store.fill(P); }
  const SiteMisses &bySite() const { return Caches.bySite(); }

private:
  size_t Levels;
  Hierarchy Caches;
  CountStore Store;
  CounterTable<MissCounters> Counters;
  bool Counting = true;
};

} // namespace memfacet

#endif

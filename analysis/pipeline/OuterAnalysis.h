//===- pipeline/OuterAnalysis.h - from filtered batches to counts ---------===//

#ifndef MEMFACET_PIPELINE_OUTERANALYSIS_H
#define MEMFACET_PIPELINE_OUTERANALYSIS_H

#include "analysis/cache/OuterLevels.h"
#include "analysis/pipeline/CountStore.h"

namespace memfacet {

/// Simulates what the first levels let through, and keeps all counts. Called
/// from one thread at a time.
class OuterAnalysis final : public FilteredSink {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit OuterAnalysis(const CacheModel &Model)
      : Caches(Model), Store(Model.Levels.size()) {}

  void filtered(FilteredBatch &B) override;
  /// Adds all counts to \p P, whose structures are there.
  void fill(Profile &P) const { Store.fill(P); }
  const SiteMisses &bySite() const { return Caches.bySite(); }

private:
  OuterLevels Caches;
  CountStore Store;
  CounterTable<MissCounters> Counters;
};

} // namespace memfacet

#endif

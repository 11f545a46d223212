//===- pipeline/OuterAnalysis.cpp - from filtered batches to counts -------===//

#include "analysis/pipeline/OuterAnalysis.h"
#include <algorithm>

namespace memfacet {

/// One more than the greatest structure that \p B names.
static size_t structuresIn(const FilteredBatch &B) {
  uint32_t Greatest = 0;
  for (const Miss &M : B.Misses) {
    Greatest = std::max(Greatest, M.structure().Value);
    Greatest = std::max(Greatest, writerOf(M.Victim).Value);
  }
  for (CacheWord W : B.Dirty)
    Greatest = std::max(Greatest, writerOf(W).Value);
  return size_t(Greatest) + 1;
}

void OuterAnalysis::filtered(FilteredBatch &B) {
  // Write-backs name structures that were wanted, or were victims, before.
  Counters.resize(structuresIn(B));
  Caches.simulate(B, Counters);
  for (const auto &[Structure, C] : B.Accesses)
    Store.add(B.Thread, B.Interval, Structure, C);
  Counters.drain([&](StructureId Structure, const MissCounters &C) {
    Store.add(B.Thread, B.Interval, Structure, C);
  });
}

} // namespace memfacet

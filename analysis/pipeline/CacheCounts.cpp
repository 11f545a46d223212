//===- pipeline/CacheCounts.cpp - from filtered batches to counts ---------===//

#include "analysis/pipeline/CacheCounts.h"

namespace memfacet {

void CacheCounts::filtered(FilteredBatch &B) {
  Counters.resize(B.Structures);
  Caches.simulate(B, Counters);
  if (Counting)
    for (const auto &[Structure, C] : B.Accesses) {
      Store.add(B.Thread, B.Interval, Structure, C);
      if (Windows) [[unlikely]]
        Windows->add(Structure, C);
    }
  Counters.drain([&](StructureId Structure, const MissCounters &C) {
    if (Counting)
      Store.add(B.Thread, B.Interval, Structure, C);
    if (Counting && Windows) [[unlikely]]
      Windows->add(Structure, C);
  });
}

} // namespace memfacet

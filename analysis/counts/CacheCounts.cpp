//===- CacheCounts.cpp - from filtered batches to counts ------------------===//

#include "analysis/counts/CacheCounts.h"

namespace memfacet {

void CacheCounts::filtered(FilteredBatch &B) {
  Counters.resize(B.Structures);
  if (Watcher) [[unlikely]]
    Watcher->enter(B.Thread, B.Interval);
  Caches.simulate(B, Counters);
  CountPlace At{B.Thread, B.Interval, B.Process};
  if (Counting)
    for (const auto &[Structure, C] : B.Accesses) {
      Store.add(At, Structure, C);
      if (Windows) [[unlikely]]
        Windows->add(Structure, C);
    }
  Counters.drain([&](StructureId Structure, const MissCounters &C) {
    if (Counting)
      Store.add(At, Structure, C);
    if (Counting && Windows) [[unlikely]]
      Windows->add(Structure, C);
  });
}

} // namespace memfacet

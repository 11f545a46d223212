//===- cache/Filtered.h - what first levels let through -------------------===//

#ifndef MEMFACET_CACHE_FILTERED_H
#define MEMFACET_CACHE_FILTERED_H

#include "analysis/cache/CounterTable.h"
#include "analysis/cache/Miss.h"
#include <utility>
#include <vector>

namespace memfacet {

/// A stretch of one thread's work within one interval, behind its first level.
struct FilteredBatch {
  ThreadId Thread;
  IntervalId Interval;
  size_t Structures = 0;    ///< all numbers below are less
  std::vector<Miss> Misses; ///< in order
  /// By structure. In the last batch of the stretch; else empty.
  std::vector<std::pair<StructureId, AccessCounters>> Accesses;
  /// After that the thread ended, or paused when it had ended already. Dirty
  /// are the lines that its first level held dirty.
  bool Ended = false;
  std::vector<CacheWord> Dirty;

  void clear() {
    Misses.clear();
    Accesses.clear();
    Dirty.clear();
    Ended = false;
  }
};

/// Takes filtered batches in order, from one thread.
class FilteredSink {
public:
  virtual ~FilteredSink() = default;
  /// May swap \p B for an empty one.
  virtual void filtered(FilteredBatch &B) = 0;
};

} // namespace memfacet

#endif

//===- Filtered.h - what MRU lines let through -------------------------------===//

#ifndef MEMFACET_CACHE_FILTERED_H
#define MEMFACET_CACHE_FILTERED_H

#include "analysis/cache/CounterTable.h"
#include "analysis/cache/MruChange.h"
#include <utility>
#include <vector>

namespace memfacet {

/// A stretch of one thread's work within one interval, of its own and of the
/// process, behind its MRU lines.
struct FilteredBatch {
  ThreadId Thread;
  IntervalId Interval;
  IntervalId Process;
  size_t Structures = 0; ///< all numbers below are less
  MruChanges Changes;  ///< in order
  /// By structure. In the last batch of the stretch; else empty.
  std::vector<std::pair<StructureId, AccessCounters>> Accesses;
  /// After that the thread ended, or paused when it had ended already.
  bool Ended = false;

  void clear() {
    Changes.clear();
    Accesses.clear();
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

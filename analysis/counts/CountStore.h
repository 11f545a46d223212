//===- CountStore.h - counts by thread, structure, interval ---------------===//

#ifndef MEMFACET_COUNTS_COUNTSTORE_H
#define MEMFACET_COUNTS_COUNTSTORE_H

#include "analysis/cache/CounterTable.h"
#include "analysis/memory/MemoryCounters.h"
#include "analysis/profile/Profile.h"
#include "analysis/store/StreamStore.h"

namespace memfacet {

/// When and where something was counted.
struct CountPlace {
  ThreadId Thread;
  IntervalId Interval; ///< of the thread
  IntervalId Process;  ///< of the process; invalid: the same number

  StreamStore::Place inStreams() const {
    return {Thread.Value, Interval.Value,
            Process.valid() ? Process.Value : Interval.Value};
  }
};

/// Collects what was counted, as streams: so hours of recording fit.
class CountStore {
public:
  explicit CountStore(size_t Levels)
      : Levels(Levels), Streams(countedMeasures(Levels)) {}

  /// A thread's intervals must not go backwards.
  void add(const CountPlace &At, StructureId Structure,
           const AccessCounters &Counters);
  void add(const CountPlace &At, StructureId Structure,
           const MissCounters &Counters);
  /// Touches of the first level come with the accesses. \p Evictions of the
  /// structure's misses, by level.
  void add(const CountPlace &At, StructureId Structure,
           const MemoryCounters &Counters,
           const std::array<uint64_t, MaxCacheLevels> &Evictions);
  void clear() { Streams.clear(); }

  /// Fills Streams, ByThread and the totals of P's structures.
  void fill(Profile &P);

private:
  size_t Levels;
  StreamStore Streams;
};

} // namespace memfacet

#endif

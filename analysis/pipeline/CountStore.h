//===- pipeline/CountStore.h - counts by thread, structure, interval ------===//

#ifndef MEMFACET_PIPELINE_COUNTSTORE_H
#define MEMFACET_PIPELINE_COUNTSTORE_H

#include "analysis/cache/CounterTable.h"
#include "analysis/memory/MemoryCounters.h"
#include "analysis/profile/IntervalCodec.h"
#include "analysis/profile/Profile.h"
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Collects what was counted. An interval that its thread has left is kept in
/// the few bytes of IntervalCodec.h, so that hours of recording fit.
class CountStore {
public:
  explicit CountStore(size_t Levels) : Levels(Levels) {}

  /// A thread's intervals must not go backwards.
  void add(ThreadId Thread, IntervalId Interval, StructureId Structure,
           const AccessCounters &Counters);
  void add(ThreadId Thread, IntervalId Interval, StructureId Structure,
           const MissCounters &Counters);
  /// Touches of the first level come with the accesses.
  void add(ThreadId Thread, IntervalId Interval, StructureId Structure,
           const MemoryCounters &Counters);

  /// Fills ByInterval, ByThread and the totals of P's structures.
  void fill(Profile &P) const;

private:
  /// One structure in one thread.
  struct Series {
    IntervalEncoder Closed;
    Counts Open; ///< of the thread's interval
    bool InUse = false;
  };
  struct ThreadSeries {
    IntervalId Interval;
    std::unordered_map<uint32_t, Series> ByStructure;
    std::vector<Series *> InUse;
  };

  Counts &open(ThreadId Thread, IntervalId Interval, StructureId Structure);
  static void closeInterval(ThreadSeries &T);
  void fillThread(Profile &P, uint32_t Thread, const ThreadSeries &T) const;

  size_t Levels;
  std::unordered_map<uint32_t, ThreadSeries> Threads;
};

} // namespace memfacet

#endif

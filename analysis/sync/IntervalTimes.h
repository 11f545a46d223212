//===- IntervalTimes.h - when intervals were, in modelled time ------------===//

#ifndef MEMFACET_SYNC_INTERVALTIMES_H
#define MEMFACET_SYNC_INTERVALTIMES_H

#include "analysis/sync/SyncClock.h"
#include <utility>

namespace memfacet {

/// Begin and end of all threads' intervals on a SyncClock: between the first
/// and the last of what they execute. A wait at an end is in no interval.
class IntervalTimes {
public:
  struct Span {
    uint64_t Begin = 0, End = 0;
  };

  /// What \p Thread executes from here on is in this interval.
  void enter(ThreadId Thread, IntervalId Interval) {
    Open[Thread.Value] = Interval.Value;
  }
  /// In the interval that it is in, and before the next event.
  void execute(ThreadId Thread, uint64_t Units);
  void event(const Event &E) { Clock.event(E); }
  /// Null: nothing was executed in it.
  const Span *find(uint32_t Thread, uint32_t Interval) const;

private:
  SyncClock Clock;
  std::map<uint32_t, uint32_t> Open; ///< intervals, by thread
  std::map<std::pair<uint32_t, uint32_t>, Span> Spans;
};

} // namespace memfacet

#endif

//===- SyncClock.h - time along the order of synchronisation --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recording slows threads down, some more than others. So it changes when and
// how long a thread waits, and time must be modelled. A thread's clock advances
// by the cycles that it executes (of a core model, or its instructions). Where
// it acquires what another thread has released, it advances to the time of that
// release (Lamport 1978, with durations). The order itself, for instance who
// gets a lock first, stays as it was recorded.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_SYNC_SYNCCLOCK_H
#define MEMFACET_THREADS_SYNC_SYNCCLOCK_H

#include "analysis/decode/Batch.h"
#include "analysis/threads/sync/SyncObjects.h"
#include <map>
#include <utility>

namespace memfacet::threads {

/// Modelled times of all threads of a process, in cycles; the first begins at
/// 0.
class SyncClock {
public:
  /// A thread had nothing to do.
  struct Idle {
    uint64_t Begin, End;
    bool operator==(const Idle &) const = default;
  };

  /// Gaps of less than \p LeastIdle cycles are counted, but not listed.
  explicit SyncClock(uint64_t LeastIdle = 1) : LeastIdle(LeastIdle) {}

  /// \p Thread has executed for so many cycles since its last event.
  void execute(ThreadId Thread, uint64_t Cycles) {
    Threads[Thread.Value].Time += Cycles;
  }
  /// In merged order, after what its thread executed before it. Kinds that
  /// order nothing are ignored.
  void event(const decode::Event &E);

  uint64_t time(ThreadId Thread) const { return find(Thread).Time; }
  /// When it began.
  uint64_t begin(ThreadId Thread) const { return find(Thread).Begin; }
  /// Cycles in which it had nothing to do, between its beginning and its end.
  uint64_t idle(ThreadId Thread) const { return find(Thread).IdleCycles; }
  /// In order and apart.
  const std::vector<Idle> &gaps(ThreadId Thread) const {
    return find(Thread).Gaps;
  }
  /// The latest time of all threads.
  uint64_t length() const;

private:
  struct Thread {
    uint64_t Time = 0;
    uint64_t Begin = 0;
    uint64_t IdleCycles = 0;
    std::vector<Idle> Gaps;
  };

  const Thread &find(ThreadId T) const;
  void waitUntil(Thread &T, uint64_t Time);
  void start(const decode::Event &E);

  uint64_t LeastIdle;
  SyncObjects<uint64_t> Objects;
  std::map<uint32_t, Thread> Threads;
  std::map<uint32_t, uint64_t>
      CreationTimes; ///< when, of threads not yet begun
};

/// Begin and end of all threads' intervals on a SyncClock: between the first
/// and the last of what they execute. A wait at an end is in no interval.
class IntervalTimes {
public:
  struct Span {
    uint64_t Begin = 0, End = 0;
  };

  /// What \p Thread executes from here on is in this interval.
  void enter(ThreadId Thread, IntervalId Interval) {
    CurrentIntervals[Thread.Value] = Interval.Value;
  }
  /// In the interval that it is in, and before the next event.
  void execute(ThreadId Thread, uint64_t Units);
  void event(const decode::Event &E) { Clock.event(E); }
  /// Null: nothing was executed in it.
  const Span *find(uint32_t Thread, uint32_t Interval) const;

private:
  SyncClock Clock;
  std::map<uint32_t, uint32_t> CurrentIntervals; ///< intervals, by thread
  std::map<std::pair<uint32_t, uint32_t>, Span> Spans;
};

} // namespace memfacet::threads

#endif

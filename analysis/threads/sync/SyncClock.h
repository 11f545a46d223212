//===- SyncClock.h - modelled time of threads -----------------------------===//
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
  /// Adds \p Cycles that \p Thread has executed since its last event.
  void execute(ThreadId Thread, uint64_t Cycles) {
    Threads[Thread.Value].Time += Cycles;
  }
  /// Takes the next event in merged order, after execute() for what the event's
  /// thread executed before it. Ignores kinds that order nothing.
  void event(const decode::Event &E);

  uint64_t time(ThreadId Thread) const { return find(Thread).Time; }
  /// Returns when \p Thread began.
  uint64_t begin(ThreadId Thread) const { return find(Thread).Begin; }
  /// Returns the cycles between begin and end of \p Thread in which it had
  /// nothing to do.
  uint64_t idle(ThreadId Thread) const { return find(Thread).IdleCycles; }
  /// Returns the latest time of all threads.
  uint64_t length() const;

private:
  struct Thread {
    uint64_t Time = 0;
    uint64_t Begin = 0;
    uint64_t IdleCycles = 0;
  };

  const Thread &find(ThreadId T) const;
  void waitUntil(Thread &T, uint64_t Time);
  void start(const decode::Event &E);

  SyncObjects<uint64_t> Objects;
  std::map<uint32_t, Thread> Threads;
  /// By thread that has not begun: when it was created.
  std::map<uint32_t, uint64_t> CreationTimes;
};

/// The begin and end of each thread's intervals on a SyncClock: from the first
/// to the last unit that the thread executes in the interval. A wait at an end
/// is in no interval.
class IntervalTimes {
public:
  struct Span {
    uint64_t Begin = 0, End = 0;
  };

  /// Puts what \p Thread executes from now on into \p Interval.
  void enter(ThreadId Thread, IntervalId Interval) {
    CurrentIntervals[Thread.Value] = Interval.Value;
  }
  /// Adds \p Units that \p Thread executes in its present interval, before the
  /// next event.
  void execute(ThreadId Thread, uint64_t Units);
  void event(const decode::Event &E) { Clock.event(E); }
  /// Returns the times of an interval; null if nothing was executed in it.
  const Span *find(uint32_t Thread, uint32_t Interval) const;

private:
  SyncClock Clock;
  std::map<uint32_t, uint32_t> CurrentIntervals; ///< by thread
  std::map<std::pair<uint32_t, uint32_t>, Span> Spans;
};

} // namespace memfacet::threads

#endif

//===- SyncClock.h - time along the order of synchronisation --------------===//
//
// Recording slows threads down, and not all by as much: when a thread waited,
// and how long, is not what it would be without. So time is modelled: a
// thread's clock goes on by the cycles that it executes (of a core model, or
// its instructions), and where it acquires what another one has released, it
// goes on to the time of that release (Lamport 1978, with durations). What the
// threads would do in another order, who gets a lock first for instance, stays
// as it was recorded.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SYNC_SYNCCLOCK_H
#define MEMFACET_SYNC_SYNCCLOCK_H

#include "analysis/decode/Batch.h"
#include "analysis/sync/SyncObjects.h"
#include <map>

namespace memfacet {

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
    Threads[Thread.Value].Now += Cycles;
  }
  /// In merged order, after what its thread executed before it. Kinds that
  /// order nothing are ignored.
  void event(const Event &E);

  uint64_t now(ThreadId Thread) const { return find(Thread).Now; }
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
    uint64_t Now = 0;
    uint64_t Begin = 0;
    uint64_t IdleCycles = 0;
    std::vector<Idle> Gaps;
  };

  const Thread &find(ThreadId T) const;
  void waitUntil(Thread &T, uint64_t Time);
  void start(const Event &E);

  uint64_t LeastIdle;
  SyncObjects<uint64_t> Objects;
  std::map<uint32_t, Thread> Threads;
  std::map<uint32_t, uint64_t> Created; ///< when, of threads not yet begun
};

} // namespace memfacet

#endif

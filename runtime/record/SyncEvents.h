//===- SyncEvents.h - locks and waits become events -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock that nobody waits for costs two short events, and only once the
// process has had a second thread. A wait costs one, behind it, and only where
// it took so long (StallTicks) that the thread can be said to have stopped: so
// a call that may block, but does not, costs two looks at the clock.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_SYNCEVENTS_H
#define MEMFACET_RUNTIME_RECORD_SYNCEVENTS_H

#include "memfacet/Events.h"
#include "runtime/process/Process.h"
#include "runtime/record/Thread.h"

namespace memfacet {

/// Whether waits of the calling thread are told. Not those before its first
/// record: a forked child that is about to exec must not begin to record.
inline bool recordsWaits(const ThreadState &T) {
  return T.Chunk && !T.BusyDepth && recording();
}

/// Whether its synchronisation is told as well.
inline bool recordsSync(const ThreadState &T) {
  return process().IsThreaded.load(std::memory_order_relaxed) &&
         recordsWaits(T);
}

/// To be called before the release takes effect.
void writeRelease(ThreadState &T, SyncKind Kind, uint64_t Object);
/// To be called after the acquisition took effect; \p Time is the time then.
/// \p Site: the call's table entry, or 0.
void writeAcquire(ThreadState &T, SyncKind Kind, uint64_t Object,
                  uint64_t Time = timeStamp(), uint64_t Site = 0);
void writeStall(ThreadState &T, StallKind Kind, uint64_t Object,
                uint64_t Ticks);

/// Begins before a call that may wait.
class WaitClock {
public:
  /// Behind the call and its Acquire; \p Time is the time when it came back.
  void end(ThreadState &T, StallKind Kind, uint64_t Object,
           uint64_t Time = timeStamp()) const {
    // Signed: the clocks of two processors may differ a little.
    auto Ticks = int64_t(Time - Begin);
    if (__builtin_expect(Ticks >= int64_t(StallTicks), 0) && recordsWaits(T))
      writeStall(T, Kind, Object, uint64_t(Ticks));
  }

private:
  uint64_t Begin = timeStamp();
};

} // namespace memfacet

#endif

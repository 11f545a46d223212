//===- SyncEvents.h - locks and waits become events -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock without contention costs two short events, and only once the process
// has had a second thread. A wait costs a Tick and a Stall, after the call.
// They are written only where the wait took long enough (StallTicks) to say
// that the thread stopped. So a call that may block, but does not, costs two
// readings of the clock.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_SYNCEVENTS_H
#define MEMFACET_RUNTIME_RECORD_SYNCEVENTS_H

#include "memfacet/Events.h"
#include "runtime/process/Process.h"
#include "runtime/record/Thread.h"

namespace memfacet::record {

/// Returns whether waits of the calling thread are recorded. Waits before the
/// thread's first record are not: a forked child that is about to call exec
/// must not start recording.
inline bool recordsWaits(const ThreadState &T) {
  return T.Chunk && !T.BusyDepth && process::recording();
}

/// Returns whether synchronisation of the calling thread is recorded as well.
inline bool recordsSync(const ThreadState &T) {
  return process::process().IsThreaded.load(std::memory_order_relaxed) &&
         recordsWaits(T);
}

/// Writes a release. Call it before the release takes effect.
void writeRelease(ThreadState &T, SyncKind Kind, uint64_t Object);
/// Writes an acquisition. Call it after the acquisition took effect; \p Time is
/// the time then. \p Site is the call's table entry, or 0.
void writeAcquire(ThreadState &T, SyncKind Kind, uint64_t Object,
                  uint64_t Time = timeStamp(), uint64_t Site = 0);
void writeStall(ThreadState &T, StallKind Kind, uint64_t Object,
                uint64_t Ticks);

/// Measures a wait. It begins before a call that may wait.
class WaitClock {
public:
  /// Ends the wait, after the call and its Acquire. \p Time is the time when
  /// the call came back.
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

} // namespace memfacet::record

#endif

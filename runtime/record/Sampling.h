//===- Sampling.h - a thread between windows ------------------------------===//
//
// A sampled run (memfacet/SampleWindows.h) has threads that record and threads
// that are off. A thread that is off overwrites a scratch chunk that nobody
// reads; its words are counted. Its events still go to its chunk, with a cursor
// of their own (ThreadSample::Written), so that allocations are known at any
// time.
//
// A thread decides what comes next only where it has no room: limits are set so
// that it has none where something changes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_SAMPLING_H
#define MEMFACET_RUNTIME_RECORD_SAMPLING_H

#include "memfacet/Events.h"
#include "memfacet/SampleWindows.h"
#include "runtime/record/Thread.h"
#include <atomic>

namespace memfacet {

/// Reads option sample; before the first thread of a process begins.
void startSampling();

/// Whether this process records windows only.
extern constinit std::atomic<bool> SamplingOn;
inline bool sampling() { return SamplingOn.load(std::memory_order_relaxed); }

/// A new thread: its first words are recorded, whatever the plan says, so that
/// the locals of its outermost functions are known.
void beginSampledThread(ThreadState &T);
/// A thread or a process ends: tells what has not been told. The thread is not
/// off afterwards. Signals must be blocked.
void endSampledThread(ThreadState &T);

/// Words of block records since the last call become recorded or left out ones,
/// and are added to the process's clock. Before the cursor is moved elsewhere.
void countWords(ThreadState &T);
/// The cursor was moved: counting goes on from here.
void countFromHere(ThreadState &T);

/// Whether the code that has no room could go on with a virtual cursor. A
/// thread that is off changes to one, or back to its scratch chunk; who calls
/// sets limits afterwards.
void mayBeVirtual(ThreadState &T, bool Can);
/// Goes back to the scratch chunk's beginning if the thread is off and remains
/// so; else false. Handlers may interrupt it.
bool turnScratch(ThreadState &T);
/// A thread without room asks what comes next. Afterwards it is off, with room,
/// or its chunk may be full. Signals must be blocked.
void enterPart(ThreadState &T);
/// A handler begins: it does what the interrupted code does.
void sampleInHandler(ThreadState &T, const ThreadSample &Interrupted);
/// A handler ends: what it counted becomes \p Interrupted's.
void endSampledHandler(ThreadState &T, ThreadSample &Interrupted);
/// A handler was left by a jump: what had been written up to \p Cursor is
/// counted as the thread's, which goes on.
void dropSampledFrame(ThreadState &T, ThreadSample &Interrupted,
                      const uint64_t *Cursor);

/// Reuse pairs are sampled: what the thread has written so far is looked at.
void settlePairs(ThreadState &T);
/// Before an ordered event: what comes before it is known then.
template <EventKind Kind> void settleBefore(ThreadState &T) {
  constexpr bool OfPair =
      Kind == EventKind::ReuseFirst || Kind == EventKind::ReuseSecond;
  if constexpr (isOrdered(Kind) && !OfPair)
    if (T.Sample.Scratch && samplingPairs())
      settlePairs(T);
}

/// Sets the limits for the records that follow, not above \p Limit.
void setSampledLimit(const ThreadState &T, uint64_t *Limit);

/// An event of so many words was written.
void eventWhileOff(ThreadState &T, uint32_t Words);

} // namespace memfacet

#endif

//===- Scratch.h - records that only their thread reads -------------------===//
//
// A thread that samples reuse pairs writes its records into a scratch chunk. It
// looks at them where it has no room, before ordered events and at the end, and
// writes over them. Its events still go to its chunk, with a cursor of their
// own (ThreadScratch::Written).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_SCRATCH_H
#define MEMFACET_RUNTIME_PAIRS_SCRATCH_H

#include "memfacet/Events.h"
#include "runtime/record/Thread.h"

namespace memfacet {

/// Records of the thread go to a scratch from now on.
void beginScratch(ThreadState &T);
/// A thread or a process ends: tells what has not been told. The thread has no
/// scratch afterwards. Signals must be blocked.
void endScratch(ThreadState &T);

/// Looks at the records, and goes back to the scratch's beginning. Handlers may
/// interrupt it. False where there is more to do: makeRoom does it.
bool turnScratch(ThreadState &T);
/// The same, whatever else is to be done; begins a scratch where there is none.
/// Signals must be blocked.
void enterScratch(ThreadState &T);

/// A handler begins: it has a scratch if \p Interrupted has one.
void scratchInHandler(ThreadState &T, const ThreadScratch &Interrupted);
/// A handler ends.
void endHandlerScratch(ThreadState &T);
/// A handler was left by a jump: what had been written up to \p Cursor is
/// looked at.
void dropScratch(ThreadState &T, ThreadScratch &Interrupted,
                 const uint64_t *Cursor);

/// What the thread has written so far is looked at.
void settlePairs(ThreadState &T);
/// Before an ordered event: what comes before it is known then.
template <EventKind Kind> void settleBefore(ThreadState &T) {
  constexpr bool OfPair =
      Kind == EventKind::ReuseFirst || Kind == EventKind::ReuseSecond;
  if constexpr (isOrdered(Kind) && !OfPair)
    if (T.Scratch.Memory)
      settlePairs(T);
}

/// Sets the limit for the records that follow; not above \p Limit where the
/// thread has no scratch.
void setScratchLimit(const ThreadState &T, uint64_t *Limit);

/// An event of so many words was written while the thread has a scratch.
void eventBesideScratch(ThreadState &T, uint32_t Words);

} // namespace memfacet

#endif

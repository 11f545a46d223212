//===- HandlerFrames.h - signal handlers in progress ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A handler may interrupt its thread in the middle of a record, so it fills a
// chunk of its own. ThreadState::Frames keeps what the handler interrupted,
// which is restored when the handler returns. If it leaves by siglongjmp
// instead, the interrupted chunks are handed over as they are, and the
// handler's chunk becomes the thread's.
//
// A handler may also leave by a switch to another context, as a scheduler does
// that is driven by a timer. The frame stays, the code that it interrupted is
// suspended. When the handler returns, its frame is not the last. From then on
// the thread fills private chunks (record/KeptChunks.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_HANDLERFRAMES_H
#define MEMFACET_RUNTIME_RECORD_HANDLERFRAMES_H

#include "runtime/record/Thread.h"

namespace memfacet::record {

/// Exists while a handler of the program runs.
class HandlerScope {
public:
  HandlerScope(ThreadState &T, uint64_t FrameAddress);
  ~HandlerScope();
  HandlerScope(const HandlerScope &) = delete;
  HandlerScope &operator=(const HandlerScope &) = delete;

private:
  ThreadState &State;
  uint64_t Address;
  /// What the handler interrupted: from the beginning if IsDeep, else from the
  /// end on.
  HandlerFrame Own;
  bool IsDeep = false; ///< the table of frames was full
};

/// Drops the frames of handlers that were left without returning. \p Sp is the
/// stack pointer of code that runs now, or will after a jump. Signals must be
/// blocked. Returns whether there were any.
bool dropDeadFrames(ThreadState &T, uint64_t Sp);

/// Like dropDeadFrames. Then also closes the chunk of a handler that was left,
/// so that no inserted code may hold a cursor in it: what follows is not the
/// handler's. Else a handler that interrupts it again would be merged before
/// the rest of its chunk, and so on without end: no chunk could be freed.
void leaveDeadFrames(ThreadState &T, uint64_t Sp);

/// Forgets the interrupted chunks in a forked child: they belong to the parent.
void forgetFrameChunks(ThreadState &T);

} // namespace memfacet::record

#endif

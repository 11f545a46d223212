//===- Asking.h - reuse pairs of code that writes no records --------------===//
//
// Functions that have an asking version (memfacet/Entry.h) run in it. They
// report only accesses that may be in a pair, at the moment of the access. Code
// without such a version goes on writing records into the thread's scratch
// (ReuseSampling.h); these count before the next question.
//
// So one of two things holds. Nothing is pending in the scratch, and the limit
// is 0, so that the first record asks for room. Or __memfacet_left is 0, so
// that the first question comes here.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_ASKING_H
#define MEMFACET_RUNTIME_PAIRS_ASKING_H

#include "runtime/record/Thread.h"

namespace memfacet {

/// Whether functions run in their asking version from now on.
void setAsking(bool On);
/// Brings the thread's clock up to date from __memfacet_left, which questions
/// have counted down.
void clockFromLeft(ThreadState &T);
/// Sets __memfacet_left after the clock has moved.
void leftFromClock(ThreadState &T);
/// A record is about to be written.
void expectRecords(ThreadState &T);

/// A handler begins: it has a clock of its own, for the interrupted code goes
/// on with a count in a register. Nothing where the thread has asked nothing
/// yet.
void askInHandler(ThreadState &T, HandlerFrame &Interrupted);
/// It has returned; \p Interrupted goes on.
void endAskingHandler(ThreadState &T, const HandlerFrame &Interrupted);
/// It has left by a jump: the thread goes on with the handler's clock.
void dropAskingFrame(ThreadState &T, const HandlerFrame &Interrupted);
/// In a forked child: the parent's clock is not its own.
void forgetAsking(ThreadState &T);

} // namespace memfacet

#endif

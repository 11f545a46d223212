//===- Counts.h - counters of blocks, thread by thread --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that counts instead of recording increments counters in an array that
// its thread has for its object. At the end of each interval, Counts events
// take the growth of the counters, which become 0. What was not written when a
// signal kills the process is in held memory (memfacet/Region.h), as far as
// that has room: the collector reads it there.
//
// An array is written by its thread without a lock. Other threads look at it
// when the object is unloaded, when the process exits, or when the thread is
// gone.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_COUNTS_COUNTS_H
#define MEMFACET_RUNTIME_COUNTS_COUNTS_H

#include "runtime/record/Thread.h"

namespace memfacet::counts {

/// Writes what \p T, the calling thread, has counted. \p IsLast: the thread
/// writes no more events by itself; otherwise its interval ends.
void reportCounts(record::ThreadState &T, bool IsLast);
/// Writes what \p T, the calling thread, has counted so far in its interval,
/// which goes on.
void reportCountsSoFar(record::ThreadState &T);
/// Writes, through the calling thread \p T, what all threads have counted.
void reportAllCounts(record::ThreadState &T);
/// Does the same for one object, which is about to be unloaded: its counters
/// are gone then.
void forgetCountsOf(record::ThreadState &T, const ModuleTables *Tables);
/// Returns whether \p T has counted anything that is not reported.
bool hasCounts(const record::ThreadState &T);
/// Resets the counters in a forked child: what was counted before belongs to
/// the parent, and other threads do not exist.
void forgetCounts(record::ThreadState &T);

} // namespace memfacet::counts

#endif

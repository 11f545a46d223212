//===- Counts.h - counters of blocks, thread by thread --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that counts instead of recording raises counters in an array that its
// thread has for its object. At the end of each interval, Counts events take
// their growth and set them to 0. So what was written is outside of the
// process; what was not is lost when a signal kills it.
//
// An array is written by its thread without any lock. Others look at it when
// the object is unloaded, at the process's exit, or when the thread is gone.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_COUNTS_COUNTS_H
#define MEMFACET_RUNTIME_COUNTS_COUNTS_H

#include "runtime/record/Thread.h"

namespace memfacet {

/// Writes what \p T, the calling thread, has counted; its interval ends. \p
/// Last: it makes no more events by itself.
void reportCounts(ThreadState &T, bool IsLast);
/// Writes what \p T, the calling thread, has counted so far of its interval,
/// which goes on.
void reportCountsSoFar(ThreadState &T);
/// Writes, through the calling thread \p T, what all threads have counted.
void reportAllCounts(ThreadState &T);
/// The same of one object, which is about to be unloaded: its counters are gone
/// then.
void forgetCountsOf(ThreadState &T, const ModuleTables *Tables);
/// Whether \p T has counted anything that is not told.
bool hasCounts(const ThreadState &T);
/// In a forked child: what was counted before is the parent's, and other
/// threads are not there.
void forgetCounts(ThreadState &T);

} // namespace memfacet

#endif

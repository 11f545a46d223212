//===- ThreadExit.h - the last code of a thread ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_THREADEXIT_H
#define MEMFACET_RUNTIME_LIFECYCLE_THREADEXIT_H

#include "runtime/record/Thread.h"

namespace memfacet::lifecycle {

/// Makes the key by which threads' ends are noticed. Must be called before
/// other code makes a key.
void installThreadExit();

/// Does what the thread's start could not do in the slow path of inserted code:
/// arranges that the thread's end is noticed, and writes where its thread-local
/// variables are.
void announceThread(record::ThreadState &T);
inline void finishAnnouncement(record::ThreadState &T) {
  if (__builtin_expect(T.IsUnannounced, 0))
    announceThread(T);
}

} // namespace memfacet::lifecycle

#endif

//===- ThreadExit.h - the last code of a thread ---------------------------===//

#ifndef MEMFACET_RUNTIME_PROCESS_THREADEXIT_H
#define MEMFACET_RUNTIME_PROCESS_THREADEXIT_H

#include "runtime/record/Thread.h"

namespace memfacet {

/// To be called before anybody else makes a thread key.
void installThreadExit();

/// Sees to what the thread's start could not do in inserted code's slow path:
/// its end is noticed, and its thread-local variables are written down.
void announceThread(ThreadState &T);
inline void finishAnnouncement(ThreadState &T) {
  if (__builtin_expect(T.Unannounced, 0))
    announceThread(T);
}

} // namespace memfacet

#endif

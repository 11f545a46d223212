//===- StandardLocks.cpp - interposed locks of C11 ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In libc they are the POSIX functions, which libc does not call through the
// hooks.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Sync.h"
#include <threads.h>

#define MEMFACET_STANDARD_LOCK_CALLS(X)                                        \
  X(mtx_lock)                                                                  \
  X(mtx_trylock)                                                               \
  X(mtx_timedlock)                                                             \
  X(mtx_unlock)                                                                \
  X(cnd_wait)                                                                  \
  X(cnd_timedwait)                                                             \
  X(cnd_signal)                                                                \
  X(cnd_broadcast)

namespace memfacet::hooks {

#define MEMFACET_DEFINE(Name) MEMFACET_NEXT_FUNCTION(Name, nullptr)
MEMFACET_STANDARD_LOCK_CALLS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE

namespace {

void findStandardLocks() {
  record::BusyGuard Busy(record::thread());
#define MEMFACET_FIND(Name) NextOf<&::Name>.get();
  MEMFACET_STANDARD_LOCK_CALLS(MEMFACET_FIND)
#undef MEMFACET_FIND
}
MEMFACET_AT_START(findStandardLocks);

static_assert(thrd_success == 0);

SyncObject mutex(const mtx_t *Address) {
  return {SyncKind::Mutex, StallKind::Lock, Address};
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK int mtx_lock(mtx_t *M) {
  return acquire(MEMFACET_CALLER, mutex(M),
                 [=] { return NextOf<&::mtx_lock>(M); });
}

MEMFACET_HOOK int mtx_trylock(mtx_t *M) {
  return tryAcquire(MEMFACET_CALLER, mutex(M),
                    [=] { return NextOf<&::mtx_trylock>(M); });
}

MEMFACET_HOOK int mtx_timedlock(mtx_t *M, const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, mutex(M),
                 [=] { return NextOf<&::mtx_timedlock>(M, Deadline); });
}

MEMFACET_HOOK int mtx_unlock(mtx_t *M) {
  release(MEMFACET_CALLER, SyncKind::Mutex, M);
  return NextOf<&::mtx_unlock>(M);
}

MEMFACET_HOOK int cnd_wait(cnd_t *C, mtx_t *M) {
  return waitFor(MEMFACET_CALLER, C, M,
                 [=] { return NextOf<&::cnd_wait>(C, M); });
}

MEMFACET_HOOK int cnd_timedwait(cnd_t *C, mtx_t *M, const timespec *Deadline) {
  return waitFor(MEMFACET_CALLER, C, M,
                 [=] { return NextOf<&::cnd_timedwait>(C, M, Deadline); });
}

MEMFACET_HOOK int cnd_signal(cnd_t *C) {
  release(MEMFACET_CALLER, SyncKind::Condition, C);
  return NextOf<&::cnd_signal>(C);
}

MEMFACET_HOOK int cnd_broadcast(cnd_t *C) {
  release(MEMFACET_CALLER, SyncKind::Condition, C);
  return NextOf<&::cnd_broadcast>(C);
}

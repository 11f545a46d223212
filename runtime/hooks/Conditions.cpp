//===- Conditions.cpp - conditions, barriers, semaphores ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before glibc 2.36, RTLD_NEXT finds the functions of another pthread_cond_t,
// so some have a version. So do libraries that were linked without libc: all
// functions of conditions are interposed, so that they agree on what is in one.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Sync.h"
#include <pthread.h>

//   name, version, function of Sync.h, SyncKind, StallKind
#define MEMFACET_CONDITION_CALLS(X)                                            \
  X(pthread_cond_init, "GLIBC_2.3.2", plainCall, Condition, Condition)         \
  X(pthread_cond_destroy, "GLIBC_2.3.2", plainCall, Condition, Condition)      \
  X(pthread_cond_wait, "GLIBC_2.3.2", waitCall, Condition, Condition)          \
  X(pthread_cond_timedwait, "GLIBC_2.3.2", waitCall, Condition, Condition)     \
  X(pthread_cond_clockwait, nullptr, waitCall, Condition, Condition)           \
  X(cnd_wait, nullptr, waitCall, Condition, Condition)                         \
  X(cnd_timedwait, nullptr, waitCall, Condition, Condition)                    \
  X(pthread_cond_signal, "GLIBC_2.3.2", releaseCall, Condition, Condition)     \
  X(pthread_cond_broadcast, "GLIBC_2.3.2", releaseCall, Condition, Condition)  \
  X(cnd_signal, nullptr, releaseCall, Condition, Condition)                    \
  X(cnd_broadcast, nullptr, releaseCall, Condition, Condition)                 \
  X(sem_wait, nullptr, acquireCall, Semaphore, Semaphore)                      \
  X(sem_trywait, nullptr, tryAcquireCall, Semaphore, Semaphore)                \
  X(sem_timedwait, nullptr, acquireCall, Semaphore, Semaphore)                 \
  X(sem_clockwait, nullptr, acquireCall, Semaphore, Semaphore)                 \
  X(sem_post, nullptr, releaseCall, Semaphore, Semaphore)                      \
  X(pthread_barrier_wait, nullptr, barrierCall, Barrier, Barrier)

namespace memfacet::hooks {

/// Makes a call that is not recorded.
static int plainCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D,
                     SyncCall &S, const void *) {
  return S(A, B, C, D);
}

/// Releases the barrier before the wait, and acquires it afterwards.
static int barrierCall(uint64_t A, uint64_t, uint64_t, uint64_t, SyncCall &S,
                       const void *Caller) {
  auto *Next = reinterpret_cast<int (*)(uint64_t)>(S.Next.get());
  SyncObject O = S.object(A);
  release(Caller, O.Kind, O.Address);
  int Result = 0;
  acquire(Caller, O, [&] {
    Result = Next(A);
    return Result == PTHREAD_BARRIER_SERIAL_THREAD ? 0 : Result;
  });
  return Result;
}

} // namespace memfacet::hooks

MEMFACET_SYNC_HOOKS(MEMFACET_CONDITION_CALLS)

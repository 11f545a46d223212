//===- Conditions.cpp - conditions, barriers, semaphores ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/Sync.h"
#include <pthread.h>
#include <semaphore.h>

/// Before glibc 2.36, RTLD_NEXT finds the functions of another pthread_cond_t.
/// So do libraries that were linked without libc: all functions of conditions
/// are interposed, so that they agree on what is in one.
#define MEMFACET_CONDITION_CALLS(X)                                            \
  X(pthread_cond_init, "GLIBC_2.3.2")                                          \
  X(pthread_cond_destroy, "GLIBC_2.3.2")                                       \
  X(pthread_cond_wait, "GLIBC_2.3.2")                                          \
  X(pthread_cond_timedwait, "GLIBC_2.3.2")                                     \
  X(pthread_cond_clockwait, nullptr)                                           \
  X(pthread_cond_signal, "GLIBC_2.3.2")                                        \
  X(pthread_cond_broadcast, "GLIBC_2.3.2")                                     \
  X(pthread_barrier_wait, nullptr)                                             \
  X(sem_wait, nullptr)                                                         \
  X(sem_trywait, nullptr)                                                      \
  X(sem_timedwait, nullptr)                                                    \
  X(sem_clockwait, nullptr)                                                    \
  X(sem_post, nullptr)

namespace memfacet::hooks {

MEMFACET_CONDITION_CALLS(MEMFACET_NEXT)

namespace {

void findConditions() {
  record::BusyGuard Busy(record::thread());
#define MEMFACET_FIND(Name, Version) NextOf<&::Name>.get();
  MEMFACET_CONDITION_CALLS(MEMFACET_FIND)
#undef MEMFACET_FIND
}
MEMFACET_AT_START(findConditions);

SyncObject semaphore(const sem_t *S) {
  return {SyncKind::Semaphore, StallKind::Semaphore, S};
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK int
pthread_cond_init(pthread_cond_t *C,
                  const pthread_condattr_t *Attributes) noexcept {
  return NextOf<&::pthread_cond_init>(C, Attributes);
}

MEMFACET_HOOK int pthread_cond_destroy(pthread_cond_t *C) noexcept {
  return NextOf<&::pthread_cond_destroy>(C);
}

MEMFACET_HOOK int pthread_cond_wait(pthread_cond_t *C, pthread_mutex_t *M) {
  return waitFor(MEMFACET_CALLER, C, M,
                 [=] { return NextOf<&::pthread_cond_wait>(C, M); });
}

MEMFACET_HOOK int pthread_cond_timedwait(pthread_cond_t *C, pthread_mutex_t *M,
                                         const timespec *Deadline) {
  return waitFor(MEMFACET_CALLER, C, M, [=] {
    return NextOf<&::pthread_cond_timedwait>(C, M, Deadline);
  });
}

MEMFACET_HOOK int pthread_cond_clockwait(pthread_cond_t *C, pthread_mutex_t *M,
                                         clockid_t Clock,
                                         const timespec *Deadline) {
  return waitFor(MEMFACET_CALLER, C, M, [=] {
    return NextOf<&::pthread_cond_clockwait>(C, M, Clock, Deadline);
  });
}

MEMFACET_HOOK int pthread_cond_signal(pthread_cond_t *C) {
  release(MEMFACET_CALLER, SyncKind::Condition, C);
  return NextOf<&::pthread_cond_signal>(C);
}

MEMFACET_HOOK int pthread_cond_broadcast(pthread_cond_t *C) {
  release(MEMFACET_CALLER, SyncKind::Condition, C);
  return NextOf<&::pthread_cond_broadcast>(C);
}

MEMFACET_HOOK int pthread_barrier_wait(pthread_barrier_t *B) {
  const void *Caller = MEMFACET_CALLER;
  release(Caller, SyncKind::Barrier, B);
  int Result = 0;
  acquire(Caller, {SyncKind::Barrier, StallKind::Barrier, B}, [&] {
    Result = NextOf<&::pthread_barrier_wait>(B);
    return Result == PTHREAD_BARRIER_SERIAL_THREAD ? 0 : Result;
  });
  return Result;
}

MEMFACET_HOOK int sem_wait(sem_t *S) {
  return acquire(MEMFACET_CALLER, semaphore(S),
                 [=] { return NextOf<&::sem_wait>(S); });
}

MEMFACET_HOOK int sem_trywait(sem_t *S) {
  return tryAcquire(MEMFACET_CALLER, semaphore(S),
                    [=] { return NextOf<&::sem_trywait>(S); });
}

MEMFACET_HOOK int sem_timedwait(sem_t *S, const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, semaphore(S),
                 [=] { return NextOf<&::sem_timedwait>(S, Deadline); });
}

MEMFACET_HOOK int sem_clockwait(sem_t *S, clockid_t Clock,
                                const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, semaphore(S),
                 [=] { return NextOf<&::sem_clockwait>(S, Clock, Deadline); });
}

MEMFACET_HOOK int sem_post(sem_t *S) {
  release(MEMFACET_CALLER, SyncKind::Semaphore, S);
  return NextOf<&::sem_post>(S);
}

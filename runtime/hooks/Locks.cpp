//===- Locks.cpp - interposed mutexes, spin and other locks ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/Sync.h"
#include <pthread.h>

#define MEMFACET_LOCK_CALLS(X)                                                 \
  X(pthread_mutex_lock)                                                        \
  X(pthread_mutex_trylock)                                                     \
  X(pthread_mutex_timedlock)                                                   \
  X(pthread_mutex_clocklock)                                                   \
  X(pthread_mutex_unlock)                                                      \
  X(pthread_spin_lock)                                                         \
  X(pthread_spin_trylock)                                                      \
  X(pthread_spin_unlock)                                                       \
  X(pthread_rwlock_rdlock)                                                     \
  X(pthread_rwlock_tryrdlock)                                                  \
  X(pthread_rwlock_timedrdlock)                                                \
  X(pthread_rwlock_clockrdlock)                                                \
  X(pthread_rwlock_wrlock)                                                     \
  X(pthread_rwlock_trywrlock)                                                  \
  X(pthread_rwlock_timedwrlock)                                                \
  X(pthread_rwlock_clockwrlock)                                                \
  X(pthread_rwlock_unlock)

namespace memfacet::hooks {

#define MEMFACET_DEFINE(Name) MEMFACET_NEXT_FUNCTION(Name, nullptr)
MEMFACET_LOCK_CALLS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE

namespace {

void findLocks() {
  record::BusyGuard Busy(record::thread());
#define MEMFACET_FIND(Name) NextOf<&::Name>.get();
  MEMFACET_LOCK_CALLS(MEMFACET_FIND)
#undef MEMFACET_FIND
}
MEMFACET_AT_START(findLocks);

SyncObject mutex(const volatile void *Address) {
  return {SyncKind::Mutex, StallKind::Lock, Address};
}
SyncObject readLock(const void *Address) {
  return {SyncKind::ReadLock, StallKind::Lock, Address};
}
SyncObject writeLock(const void *Address) {
  return {SyncKind::WriteLock, StallKind::Lock, Address};
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK int pthread_mutex_lock(pthread_mutex_t *M) {
  return acquire(MEMFACET_CALLER, mutex(M),
                 [=] { return NextOf<&::pthread_mutex_lock>(M); });
}

MEMFACET_HOOK int pthread_mutex_trylock(pthread_mutex_t *M) {
  return tryAcquire(MEMFACET_CALLER, mutex(M),
                    [=] { return NextOf<&::pthread_mutex_trylock>(M); });
}

MEMFACET_HOOK int pthread_mutex_timedlock(pthread_mutex_t *M,
                                          const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, mutex(M), [=] {
    return NextOf<&::pthread_mutex_timedlock>(M, Deadline);
  });
}

MEMFACET_HOOK int pthread_mutex_clocklock(pthread_mutex_t *M, clockid_t Clock,
                                          const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, mutex(M), [=] {
    return NextOf<&::pthread_mutex_clocklock>(M, Clock, Deadline);
  });
}

MEMFACET_HOOK int pthread_mutex_unlock(pthread_mutex_t *M) {
  release(MEMFACET_CALLER, SyncKind::Mutex, M);
  return NextOf<&::pthread_mutex_unlock>(M);
}

MEMFACET_HOOK int pthread_spin_lock(pthread_spinlock_t *L) {
  return acquire(MEMFACET_CALLER, mutex(L),
                 [=] { return NextOf<&::pthread_spin_lock>(L); });
}

MEMFACET_HOOK int pthread_spin_trylock(pthread_spinlock_t *L) {
  return tryAcquire(MEMFACET_CALLER, mutex(L),
                    [=] { return NextOf<&::pthread_spin_trylock>(L); });
}

MEMFACET_HOOK int pthread_spin_unlock(pthread_spinlock_t *L) {
  release(MEMFACET_CALLER, SyncKind::Mutex, L);
  return NextOf<&::pthread_spin_unlock>(L);
}

MEMFACET_HOOK int pthread_rwlock_rdlock(pthread_rwlock_t *L) {
  return acquire(MEMFACET_CALLER, readLock(L),
                 [=] { return NextOf<&::pthread_rwlock_rdlock>(L); });
}

MEMFACET_HOOK int pthread_rwlock_tryrdlock(pthread_rwlock_t *L) {
  return tryAcquire(MEMFACET_CALLER, readLock(L),
                    [=] { return NextOf<&::pthread_rwlock_tryrdlock>(L); });
}

MEMFACET_HOOK int pthread_rwlock_timedrdlock(pthread_rwlock_t *L,
                                             const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, readLock(L), [=] {
    return NextOf<&::pthread_rwlock_timedrdlock>(L, Deadline);
  });
}

MEMFACET_HOOK int pthread_rwlock_clockrdlock(pthread_rwlock_t *L,
                                             clockid_t Clock,
                                             const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, readLock(L), [=] {
    return NextOf<&::pthread_rwlock_clockrdlock>(L, Clock, Deadline);
  });
}

MEMFACET_HOOK int pthread_rwlock_wrlock(pthread_rwlock_t *L) {
  return acquire(MEMFACET_CALLER, writeLock(L),
                 [=] { return NextOf<&::pthread_rwlock_wrlock>(L); });
}

MEMFACET_HOOK int pthread_rwlock_trywrlock(pthread_rwlock_t *L) {
  return tryAcquire(MEMFACET_CALLER, writeLock(L),
                    [=] { return NextOf<&::pthread_rwlock_trywrlock>(L); });
}

MEMFACET_HOOK int pthread_rwlock_timedwrlock(pthread_rwlock_t *L,
                                             const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, writeLock(L), [=] {
    return NextOf<&::pthread_rwlock_timedwrlock>(L, Deadline);
  });
}

MEMFACET_HOOK int pthread_rwlock_clockwrlock(pthread_rwlock_t *L,
                                             clockid_t Clock,
                                             const timespec *Deadline) {
  return acquire(MEMFACET_CALLER, writeLock(L), [=] {
    return NextOf<&::pthread_rwlock_clockwrlock>(L, Clock, Deadline);
  });
}

MEMFACET_HOOK int pthread_rwlock_unlock(pthread_rwlock_t *L) {
  release(MEMFACET_CALLER, SyncKind::WriteLock, L);
  return NextOf<&::pthread_rwlock_unlock>(L);
}

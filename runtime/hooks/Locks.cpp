//===- Locks.cpp - interposed mutexes, spin and other locks ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The locks of C11 are the POSIX functions in libc, which libc does not call
// through the hooks.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Sync.h"
#include <threads.h>

//   name, version, function of Sync.h, SyncKind, StallKind
#define MEMFACET_LOCK_CALLS(X)                                                 \
  X(pthread_mutex_lock, nullptr, acquireCall, Mutex, Lock)                     \
  X(pthread_mutex_trylock, nullptr, tryAcquireCall, Mutex, Lock)               \
  X(pthread_mutex_timedlock, nullptr, acquireCall, Mutex, Lock)                \
  X(pthread_mutex_clocklock, nullptr, acquireCall, Mutex, Lock)                \
  X(pthread_mutex_unlock, nullptr, releaseCall, Mutex, Lock)                   \
  X(pthread_spin_lock, nullptr, acquireCall, Mutex, Lock)                      \
  X(pthread_spin_trylock, nullptr, tryAcquireCall, Mutex, Lock)                \
  X(pthread_spin_unlock, nullptr, releaseCall, Mutex, Lock)                    \
  X(pthread_rwlock_rdlock, nullptr, acquireCall, ReadLock, Lock)               \
  X(pthread_rwlock_tryrdlock, nullptr, tryAcquireCall, ReadLock, Lock)         \
  X(pthread_rwlock_timedrdlock, nullptr, acquireCall, ReadLock, Lock)          \
  X(pthread_rwlock_clockrdlock, nullptr, acquireCall, ReadLock, Lock)          \
  X(pthread_rwlock_wrlock, nullptr, acquireCall, WriteLock, Lock)              \
  X(pthread_rwlock_trywrlock, nullptr, tryAcquireCall, WriteLock, Lock)        \
  X(pthread_rwlock_timedwrlock, nullptr, acquireCall, WriteLock, Lock)         \
  X(pthread_rwlock_clockwrlock, nullptr, acquireCall, WriteLock, Lock)         \
  X(pthread_rwlock_unlock, nullptr, releaseCall, WriteLock, Lock)              \
  X(mtx_lock, nullptr, acquireCall, Mutex, Lock)                               \
  X(mtx_trylock, nullptr, tryAcquireCall, Mutex, Lock)                         \
  X(mtx_timedlock, nullptr, acquireCall, Mutex, Lock)                          \
  X(mtx_unlock, nullptr, releaseCall, Mutex, Lock)

static_assert(thrd_success == 0);

MEMFACET_SYNC_HOOKS(MEMFACET_LOCK_CALLS)

// Every function that takes or gives a lock or a semaphore, or waits for a
// condition, does what it does without recording, and is an event.
//
// RUN: %clang -O1 %s -o %t.plain -pthread && %t.plain > %t.expected
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: %memfacet dump --events %t.mft > %t.txt
// RUN: grep -c ' Acquire ' %t.txt | FileCheck %s --check-prefix=ACQUIRES
// RUN: %expect %t.mfp 'Kept.stores == 2 * 300 * 15'
//
// Each of 15 kinds is taken 2 * 300 times; then the barrier twice, and ten times
// more in ends().
// ACQUIRES: {{^9012$}}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

enum { Rounds = 300, Kinds = 15 };
static volatile long Kept[Kinds];
static pthread_mutex_t Mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t ReadWrite = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t Spin;
static pthread_barrier_t Begin;
static mtx_t Standard, Timed;
static sem_t Semaphore;

static struct timespec later(clockid_t Clock) {
  struct timespec T;
  clock_gettime(Clock, &T);
  T.tv_sec += 60;
  return T;
}

/* Takes lock number Kind; 0: it has it. */
static int take(int Kind) {
  struct timespec Real = later(CLOCK_REALTIME), Steady = later(CLOCK_MONOTONIC);
  switch (Kind) {
  case 0:
    return pthread_mutex_lock(&Mutex);
  case 1:
    return pthread_mutex_trylock(&Mutex);
  case 2:
    return pthread_mutex_timedlock(&Mutex, &Real);
  case 3:
    return pthread_mutex_clocklock(&Mutex, CLOCK_MONOTONIC, &Steady);
  case 4:
    return pthread_spin_lock(&Spin);
  case 5:
    return pthread_spin_trylock(&Spin);
  case 6:
    return pthread_rwlock_wrlock(&ReadWrite);
  case 7:
    return pthread_rwlock_trywrlock(&ReadWrite);
  case 8:
    return pthread_rwlock_timedwrlock(&ReadWrite, &Real);
  case 9:
    return pthread_rwlock_clockwrlock(&ReadWrite, CLOCK_MONOTONIC, &Steady);
  case 10:
    return mtx_lock(&Standard);
  case 11:
    return mtx_timedlock(&Timed, &Real);
  case 12:
    return mtx_trylock(&Standard);
  case 13:
    return sem_timedwait(&Semaphore, &Real);
  default:
    return sem_trywait(&Semaphore);
  }
}

static void give(int Kind) {
  if (Kind < 4)
    pthread_mutex_unlock(&Mutex);
  else if (Kind < 6)
    pthread_spin_unlock(&Spin);
  else if (Kind < 10)
    pthread_rwlock_unlock(&ReadWrite);
  else if (Kind == 11)
    mtx_unlock(&Timed);
  else if (Kind < 13)
    mtx_unlock(&Standard);
  else
    sem_post(&Semaphore);
}

static void *work(void *Unused) {
  pthread_barrier_wait(&Begin);
  for (int Kind = 0; Kind != Kinds; ++Kind)
    for (int I = 0; I != Rounds; ++I) {
      while (take(Kind) != 0)
        thrd_yield();
      ++Kept[Kind];
      give(Kind);
    }
  return Unused;
}

/* Readers, and waits that end by time. */
static int ends(void) {
  struct timespec Real = later(CLOCK_REALTIME), Steady = later(CLOCK_MONOTONIC);
  struct timespec Past = {1, 0};
  int Wrong = pthread_rwlock_rdlock(&ReadWrite);
  Wrong |= pthread_rwlock_tryrdlock(&ReadWrite);
  Wrong |= pthread_rwlock_timedrdlock(&ReadWrite, &Real);
  Wrong |= pthread_rwlock_clockrdlock(&ReadWrite, CLOCK_MONOTONIC, &Steady);
  Wrong |= pthread_rwlock_trywrlock(&ReadWrite) == 0;
  for (int I = 0; I != 4; ++I)
    Wrong |= pthread_rwlock_unlock(&ReadWrite);
  cnd_t Standards;
  pthread_cond_t Condition = PTHREAD_COND_INITIALIZER;
  cnd_init(&Standards);
  mtx_lock(&Standard);
  Wrong |= cnd_timedwait(&Standards, &Standard, &Past) != thrd_timedout;
  Wrong |= cnd_signal(&Standards) | cnd_broadcast(&Standards);
  mtx_unlock(&Standard);
  pthread_mutex_lock(&Mutex);
  Wrong |= pthread_cond_timedwait(&Condition, &Mutex, &Past) == 0;
  Wrong |= pthread_cond_clockwait(&Condition, &Mutex, CLOCK_MONOTONIC, &Past) == 0;
  Wrong |= pthread_cond_signal(&Condition) | pthread_cond_broadcast(&Condition);
  pthread_mutex_unlock(&Mutex);
  sem_wait(&Semaphore);
  Wrong |= sem_trywait(&Semaphore) == 0;
  Wrong |= sem_timedwait(&Semaphore, &Past) == 0;
  Wrong |= sem_clockwait(&Semaphore, CLOCK_MONOTONIC, &Past) == 0;
  sem_post(&Semaphore);
  return Wrong;
}

int main(void) {
  pthread_t Other;
  pthread_spin_init(&Spin, 0);
  pthread_barrier_init(&Begin, 0, 2);
  mtx_init(&Standard, mtx_plain);
  mtx_init(&Timed, mtx_timed);
  sem_init(&Semaphore, 0, 1);
  pthread_create(&Other, 0, work, 0);
  work(0);
  pthread_join(Other, 0);
  int Wrong = ends();
  long Sum = 0;
  for (int Kind = 0; Kind != Kinds; ++Kind)
    Sum += Kept[Kind];
  printf("%ld, %d wrong\n", Sum, Wrong);
  return Wrong;
}

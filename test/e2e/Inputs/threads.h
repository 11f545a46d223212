//===- e2e/Inputs/threads.h - threads that do the same work ---------------===//
//
// The work is a function of the thread's number. Number 0 is the main thread.
//
//===----------------------------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef E2E_THREADS_H
#define E2E_THREADS_H

#include <pthread.h>
#include <semaphore.h>

/// Two threads that take turns, 0 first, wait for their own and post the other.
static sem_t Baton[2];
/// What all threads wait at before any of them goes on.
static pthread_barrier_t Round;

static inline void runThreads(long Count, void *(*Work)(void *)) {
  pthread_t Rest[8];
  sem_init(&Baton[0], 0, 1);
  sem_init(&Baton[1], 0, 0);
  pthread_barrier_init(&Round, 0, (unsigned)Count);
  for (long I = 1; I < Count; ++I)
    pthread_create(&Rest[I], 0, Work, (void *)I);
  Work((void *)0);
  for (long I = 1; I < Count; ++I)
    pthread_join(Rest[I], 0);
}

#endif

// Threads count in neighbouring numbers of one line ("near"), or each in a line
// of its own ("far"). Few accesses miss a cache that each thread has for itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { Threads = 4, Rounds = 200, Steps = 1000, Line = 8 };
static volatile long *counters;
static long Distance;
static pthread_barrier_t Turn;

static void *count(void *Which) {
  volatile long *Mine = counters + (long)Which * Distance;
  for (int Round = 0; Round != Rounds; ++Round) {
    for (long I = 0; I != Steps; ++I)
      *Mine += I;
    // However they are scheduled, all of them are at it.
    pthread_barrier_wait(&Turn);
  }
  return NULL;
}

int main(int Count, char **Words) {
  Distance = Count > 1 && !strcmp(Words[1], "far") ? Line : 1;
  counters = aligned_alloc(64, Threads * Line * sizeof(long));
  for (int I = 0; I != Threads * Line; ++I)
    counters[I] = 0;
  pthread_barrier_init(&Turn, NULL, Threads);
  pthread_t All[Threads];
  for (long I = 0; I != Threads; ++I)
    pthread_create(&All[I], NULL, count, (void *)I);
  for (int I = 0; I != Threads; ++I)
    pthread_join(All[I], NULL);
  return counters[0] == 0;
}

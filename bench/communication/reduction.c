// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds of a reduction: each thread sums its part into a slot of a shared
// array, one adds the slots up, all read the result and scale their part by it.
// SIZE: rounds.

#include "common.h"

enum { Values = 1 << 12 };
static double Parts[MaxThreads][Values];
static double Partial[MaxThreads], Total, Largest;
static pthread_barrier_t Barrier;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

static void *reduce(void *Argument) {
  long Me = (long)Argument;
  for (int I = 0; I < Values; ++I)
    Parts[Me][I] = 1 + (double)((I * 7 + Me) % 11);
  for (long Round = 0; Round < Size; ++Round) {
    volatile double *Mine = &Partial[Me];
    *Mine = 0;
    for (int I = 0; I < Values; ++I)
      *Mine += Parts[Me][I];
    pthread_mutex_lock(&Lock);
    if (*Mine > Largest)
      Largest = *Mine;
    pthread_mutex_unlock(&Lock);
    pthread_barrier_wait(&Barrier);
    if (Me == 0) {
      Total = 0;
      for (int I = 0; I < Threads; ++I)
        Total += Partial[I];
    }
    pthread_barrier_wait(&Barrier);
    for (int I = 0; I < Values; I += 8)
      Parts[Me][I] *= 1 + 1e-9 * Total / (Total + 1);
  }
  return NULL;
}

int main(int Count, char **Words) {
  readArguments(Count, Words);
  pthread_barrier_init(&Barrier, NULL, (unsigned)Threads);
  runThreads(reduce);
  printf("%g %g\n", Total, Largest);
}

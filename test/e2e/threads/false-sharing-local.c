// Results of threads, side by side in an array of main's, which has given each
// a pointer: the array is on the stack, and padding is tried there as well.
//
// RUN: for Padded in "" -DPADDED; do \
// RUN:   %memfacet-clang -O1 -g -pthread $Padded %s -o %t$Padded && \
// RUN:   %memfacet record --no-analysis --trace %t$Padded.mft -- %t$Padded && \
// RUN:   %memfacet simulate %t$Padded.mft --sharing=pad -o %t$Padded.mfp && \
// RUN:   %memfacet false-sharing %t$Padded.mfp --json > %t$Padded.json || exit 1; \
// RUN: done
// RUN: %python %S/../Inputs/check-padding.py Results '[0] [1] [2] [3]' \
// RUN:   %t.json %t-DPADDED.json | FileCheck %s
// CHECK: elements: {{.*}} misses
//
// RUN: %memfacet false-sharing %t.mfp | FileCheck %s --check-prefix=TEXT
// TEXT: Results (struct Result[4]): {{.*}} misses of false sharing
// TEXT: padding: each element of Results in lines of its own (64 bytes apart): 4 instead of
// TEXT: {{load|store}} work false-sharing-local.c
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

enum { Threads = 4, Rounds = 100 };

#ifdef PADDED
#define PLACE _Alignas(64)
#else
#define PLACE
#endif

struct Result {
  PLACE volatile long Sum;
  long Me;
};
static pthread_barrier_t Round;

static void *work(void *Argument) {
  struct Result *Mine = Argument;
  for (int I = 0; I != Rounds; ++I) {
    for (int J = 0; J != 10; ++J)
      Mine->Sum += J;
    pthread_barrier_wait(&Round);
  }
  return 0;
}

int main(void) {
  pthread_t Others[Threads];
  _Alignas(64) struct Result Results[Threads];
  pthread_barrier_init(&Round, 0, Threads);
  for (int I = 0; I != Threads; ++I) {
    Results[I].Sum = 0;
    Results[I].Me = I;
    pthread_create(&Others[I], 0, work, &Results[I]);
  }
  long Sum = 0;
  for (int I = 0; I != Threads; ++I) {
    pthread_join(Others[I], 0);
    Sum += Results[I].Sum;
  }
  return Sum != Threads * Rounds * 45;
}

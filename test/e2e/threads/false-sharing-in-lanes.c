// One thread writes the keys of an array, another one sums up the values. The
// vectoriser loads the keys with the values: they are not read, so no miss is
// of true sharing, neither by what the program follows nor by the whole trace.
// Thread 1 loses 64 lines in each of 99 rounds; the first round is cold.
//
// RUN: for Vectors in -fvectorize -fno-vectorize; do \
// RUN:   %memfacet-clang -O2 -g -pthread $Vectors %s -o %t$Vectors && \
// RUN:   %memfacet record --no-analysis --trace %t.mft -- %t$Vectors && \
// RUN:   %memfacet simulate %t.mft --sharing -o %t.all.mfp && \
// RUN:   %memfacet false-sharing %t.all.mfp | FileCheck %s && \
// RUN:   %memfacet record -o %t.mfp -- %t$Vectors && \
// RUN:   %memfacet false-sharing %t.mfp | FileCheck %s --check-prefix=SEEN || exit 1; \
// RUN: done
// CHECK: Table (struct element[512]): 6336 misses of false sharing (6336 certain), 0 of true sharing
// SEEN: Table (struct element[512]): [[N:[1-9][0-9]*]] misses of false sharing ([[N]] seen), 0 of true sharing
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"

enum { Count = 512, Rounds = 100 };

struct element {
  int key, value;
};

_Alignas(64) struct element Table[Count];
int Sums[Rounds];

__attribute__((noinline)) static int sum(void) {
  int Sum = 0;
  for (int I = 0; I != Count; ++I)
    Sum += Table[I].value;
  return Sum;
}

static void *work(void *Argument) {
  for (int R = 0; R != Rounds; ++R) {
    for (int I = 0; !Argument && I != Count; ++I)
      *(volatile int *)&Table[I].key = R;
    pthread_barrier_wait(&Round);
    if (Argument)
      Sums[R] = sum();
    pthread_barrier_wait(&Round);
  }
  return 0;
}

int main(void) {
  runThreads(2, work);
  return 0;
}

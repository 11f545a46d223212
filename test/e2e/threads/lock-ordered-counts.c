// Threads that take turns write to the same lines. However short the turns are,
// every line is the other thread's when a turn begins: the trace keeps the
// order that the semaphores forced, so each run has the same misses, one per
// line and turn: 2 x 16 for the first time, all others for coherence.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: rm -f %t.why
// RUN: for Run in 1 2 3; do \
// RUN:   %memfacet record --why --cache L1=32K,8 -o %t.mfp --trace %t.mft -- \
// RUN:     %t.prog && \
// RUN:   %memfacet why --csv %t.mfp >> %t.why || exit 1; \
// RUN: done
// RUN: %memfacet simulate %t.mft --why --cache L1=32K,8 -o %t.again.mfp
// RUN: %memfacet why --csv %t.again.mfp >> %t.why
// RUN: grep -E '^(name|Lines),' %t.why | FileCheck %s
//
// CHECK: level,accesses,misses,writebacks,compulsory,capacity,conflict,
// CHECK-SAME: true_sharing,
// CHECK-COUNT-4: Lines,{{[0-9]+}},L1,6400,6400,0,32,0,0,6368,0
// CHECK-NOT: Lines
//
// Each next touch of a line is the other thread's, for a sample of pairs as well.
// RUN: %memfacet simulate %t.mft --communication=period=1 -o %t.pairs.mfp
// RUN: %memfacet communication --pairs %t.pairs.mfp | FileCheck %s \
// RUN:   --check-prefix=PAIRS
// PAIRS: touched again 0 by the same thread, 6384 by another one
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"

enum { Turns = 400, Count = 16 };

struct Line {
  _Alignas(64) volatile long Value;
} Lines[Count];

static void *takeTurns(void *Argument) {
  long Me = (long)Argument;
  for (int Turn = 0; Turn != Turns / 2; ++Turn) {
    sem_wait(&Baton[Me]);
    for (int I = 0; I != Count; ++I)
      Lines[I].Value = Turn;
    sem_post(&Baton[1 - Me]);
  }
  return 0;
}

int main(void) {
  runThreads(2, takeTurns);
  return 0;
}

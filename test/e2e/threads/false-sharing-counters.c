// Counters of threads, side by side in an array: each is written by one thread,
// and all of them are taken away with each write.
//
// RUN: for Padded in "" -DPADDED; do \
// RUN:   %memfacet-clang -O1 -g -pthread $Padded %s -o %t$Padded && \
// RUN:   %memfacet record --no-analysis --trace %t$Padded.mft -- %t$Padded && \
// RUN:   %memfacet simulate %t$Padded.mft --sharing=pad -o %t$Padded.mfp && \
// RUN:   %memfacet false-sharing %t$Padded.mfp --json > %t$Padded.json || exit 1; \
// RUN: done
// RUN: %python %S/../Inputs/check-padding.py Counters '[0] [1] [2] [3]' %t.json \
// RUN:   %t-DPADDED.json | FileCheck %s
// CHECK: elements: {{.*}} misses
//
// RUN: %memfacet false-sharing %t.mfp | FileCheck %s --check-prefix=TEXT
// TEXT: Counters (volatile long[4]): {{.*}} misses of false sharing
// TEXT: padding: each element of Counters in lines of its own (64 bytes apart): 0 instead of
// TEXT: misses {{ *}}certain {{ *}}wanted {{ *}}at byte {{ *}}by thread
// TEXT: load work threads/false-sharing-counters.c
//
// A recording says what happened, without a trace, and what padding would save.
// RUN: %memfacet record -o %t.live.mfp -- %t && %memfacet false-sharing %t.live.mfp | FileCheck %s --check-prefix=LIVE
// RUN: %memfacet record -o %t.apart.mfp -- %t-DPADDED && %memfacet false-sharing %t.apart.mfp | FileCheck %s --check-prefix=APART
// LIVE: Counters (volatile long[4]): [[N:[1-9][0-9]*]] misses of false sharing ([[N]] seen), 0 of true sharing
// LIVE: padding: each element of Counters in lines of its own (64 bytes apart): 0 instead of [[N]] misses of lost lines
// APART-NOT: Counters
//
// In a trace without a second pass, what fights is known, but not what would help.
// RUN: %memfacet simulate %t.mft --sharing -o %t.once.mfp
// RUN: %memfacet false-sharing %t.once.mfp | FileCheck %s --check-prefix=ONCE
// ONCE: Counters (volatile long[4]): {{.*}} misses of false sharing
// ONCE-NOT: padding:
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"

enum { Threads = 4, Rounds = 100 };

#ifdef PADDED
#define STRIDE 8
#else
#define STRIDE 1
#endif

_Alignas(64) volatile long Counters[Threads * STRIDE];

static void *work(void *Argument) {
  long Me = (long)Argument;
  for (int I = 0; I != Rounds; ++I) {
    for (int J = 0; J != 10; ++J)
      ++Counters[Me * STRIDE];
    pthread_barrier_wait(&Round);
  }
  return 0;
}

int main(void) {
  runThreads(Threads, work);
  return 0;
}

// A counter that is written all the time, next to settings that all threads
// read. Now and then somebody looks at the counter, too: those misses stay.
//
// RUN: for Padded in "" -DPADDED; do \
// RUN:   %memfacet-clang -O1 -g -pthread $Padded %s -o %t$Padded && \
// RUN:   %memfacet record --no-analysis --trace %t$Padded.mft -- %t$Padded && \
// RUN:   %memfacet simulate %t$Padded.mft --sharing=pad -o %t$Padded.mfp && \
// RUN:   %memfacet false-sharing %t$Padded.mfp --json > %t$Padded.json || exit 1; \
// RUN: done
// RUN: %python %S/../Inputs/check-padding.py State 'Limit Hits' %t.json \
// RUN:   %t-DPADDED.json | FileCheck %s
//
// Each of three readers misses in each round but the first; one in four looks
// at the hits, by which the miss becomes one of true sharing.
// CHECK: members: 597 misses, 147 when padded; saved 450, predicted 450
//
// RUN: %memfacet false-sharing %t.mfp | FileCheck %s --check-prefix=TEXT
// TEXT: State (struct Shared): 450 misses of false sharing (450 certain), 147 of true sharing
// TEXT: padding: each member of State that others' misses come from in a line of its own (128 bytes in all): 147 instead of 597 misses
// TEXT: Limit {{ *}}0 {{ *}}{{[123]}}: load work threads/false-sharing-flag.c:{{[0-9]+}} {{ *}}Hits {{ *}}16 {{ *}}0: store work
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"

enum { Threads = 4, Rounds = 200 };

struct Shared {
  volatile long Limit, Scale;
#ifdef PADDED
  _Alignas(64)
#endif
  volatile long Hits;
};
_Alignas(64) struct Shared State = {1, 2, 3};
static volatile long *volatile Nowhere;

static void *work(void *Argument) {
  long Me = (long)Argument, Sum = 0;
  for (int I = 0; I != Rounds; ++I) {
    if (Me == 0)
      State.Hits = I;
    pthread_barrier_wait(&Round);
    if (Me != 0)
      Sum += State.Limit;
    if (Me != 0 && I % 4 == 0)
      Sum += State.Hits;
    pthread_barrier_wait(&Round);
  }
  return (void *)Sum;
}

int main(void) {
  runThreads(Threads, work);
  Nowhere = &State.Scale;
  return 0;
}

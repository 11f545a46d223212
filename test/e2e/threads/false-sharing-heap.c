// Small objects of neighbouring mallocs, which two threads use in turn: the end
// of one and the beginning of the next are in the same line.
//
// RUN: for Padded in "" -DPADDED; do \
// RUN:   %memfacet-clang -O1 -g -pthread $Padded %s -o %t$Padded && \
// RUN:   %memfacet record --no-analysis --trace %t$Padded.mft -- %t$Padded && \
// RUN:   %memfacet simulate %t$Padded.mft --sharing=pad -o %t$Padded.mfp && \
// RUN:   %memfacet false-sharing %t$Padded.mfp --json > %t$Padded.json || exit 1; \
// RUN: done
// RUN: %python %S/../Inputs/check-padding.py 'Boxes[]' 'Last' %t.json \
// RUN:   %t-DPADDED.json | FileCheck %s
// CHECK: objects: {{[0-9]+}} misses, {{[0-9]}} when padded
//
// For continuous integration.
// RUN: %memfacet false-sharing %t.mfp --sarif %t.sarif
// RUN: %python %S/../Inputs/check-sarif.py %t.sarif false-sharing-heap.c
// RUN: FileCheck %s --check-prefix=SARIF < %t.sarif
// SARIF: "ruleId": "false-sharing"
// SARIF: Threads share lines of Boxes[] falsely:
// SARIF: each object of Boxes[] in lines of its own
// SARIF: "uri": "{{.*}}false-sharing-heap.c"
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"
#include <stdlib.h>

enum { Count = 8, Rounds = 100 };

struct Box {
  volatile long First, Second, Third, Last;
};
static struct Box *Boxes[Count];

static void *work(void *Argument) {
  long Me = (long)Argument;
  for (int Turn = 0; Turn != Rounds; ++Turn) {
    sem_wait(&Baton[Me]);
    for (long I = Me; I < Count; I += 2) {
      ++Boxes[I]->First;
      ++Boxes[I]->Last;
    }
    sem_post(&Baton[1 - Me]);
  }
  return 0;
}

int main(void) {
  for (int I = 0; I != Count; ++I) {
#ifdef PADDED
    Boxes[I] = aligned_alloc(64, 64);
#else
    Boxes[I] = malloc(sizeof(struct Box));
#endif
    Boxes[I]->First = Boxes[I]->Last = 0;
  }
  runThreads(2, work);
  return 0;
}

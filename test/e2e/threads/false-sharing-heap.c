// Small objects of neighbouring mallocs, which two threads use in turn: the end
// of one and the beginning of the next are in the same line.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: %memfacet-clang -O1 -g %s -o %t.padded -pthread -DPADDED
// RUN: %memfacet record --no-analysis --trace %t.mft -- %t.prog
// RUN: %memfacet record --no-analysis --trace %t.padded.mft -- %t.padded
// RUN: %memfacet simulate %t.mft --sharing=pad -o %t.mfp
// RUN: %memfacet simulate %t.padded.mft --sharing -o %t.padded.mfp
// RUN: %memfacet false-sharing %t.mfp --json > %t.json
// RUN: %memfacet false-sharing %t.padded.mfp --json > %t.padded.json
// RUN: %python %S/../Inputs/check-padding.py 'Boxes[]' 'Last' %t.json \
// RUN:   %t.padded.json | FileCheck %s
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

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { Count = 8, Rounds = 100 };

struct Box {
  volatile long First, Second, Third, Last;
};
static struct Box *Boxes[Count];
static sem_t Mine[2];

static void *work(void *Argument) {
  long Me = (long)Argument;
  for (int Turn = 0; Turn != Rounds; ++Turn) {
    sem_wait(&Mine[Me]);
    for (long I = Me; I < Count; I += 2) {
      ++Boxes[I]->First;
      ++Boxes[I]->Last;
    }
    sem_post(&Mine[1 - Me]);
  }
  return 0;
}

int main(void) {
  pthread_t Other;
  sem_init(&Mine[0], 0, 1);
  sem_init(&Mine[1], 0, 0);
  for (int I = 0; I != Count; ++I) {
#ifdef PADDED
    Boxes[I] = aligned_alloc(64, 64);
#else
    Boxes[I] = malloc(sizeof(struct Box));
#endif
    Boxes[I]->First = Boxes[I]->Last = 0;
  }
  pthread_create(&Other, 0, work, (void *)1);
  work((void *)0);
  pthread_join(Other, 0);
  return 0;
}

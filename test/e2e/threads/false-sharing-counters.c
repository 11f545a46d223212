// Counters of threads, side by side in an array: each is written by one thread,
// and all of them are taken away with each write.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: %memfacet-clang -O1 -g %s -o %t.padded -pthread -DPADDED
// RUN: %memfacet record --no-analysis --trace %t.mft -- %t.prog
// RUN: %memfacet record --no-analysis --trace %t.padded.mft -- %t.padded
// RUN: %memfacet simulate %t.mft --sharing=pad -o %t.mfp
// RUN: %memfacet simulate %t.padded.mft --sharing -o %t.padded.mfp
// RUN: %memfacet false-sharing %t.mfp --json > %t.json
// RUN: %memfacet false-sharing %t.padded.mfp --json > %t.padded.json
// RUN: %python %S/../Inputs/check-padding.py Counters '[0] [1] [2] [3]' %t.json \
// RUN:   %t.padded.json | FileCheck %s
// CHECK: elements: {{.*}} misses
//
// RUN: %memfacet false-sharing %t.mfp | FileCheck %s --check-prefix=TEXT
// TEXT: Counters (volatile long[4]): {{.*}} misses of false sharing
// TEXT: padding: each element of Counters in lines of its own (64 bytes apart): 0 instead of
// TEXT: misses {{ *}}certain {{ *}}wanted {{ *}}at byte {{ *}}by thread
// TEXT: load work false-sharing-counters.c
//
// Without a second pass, what fights is known, but not what would help.
// RUN: %memfacet simulate %t.mft --sharing -o %t.once.mfp
// RUN: %memfacet false-sharing %t.once.mfp | FileCheck %s --check-prefix=ONCE
// ONCE: Counters (volatile long[4]): {{.*}} misses of false sharing
// ONCE-NOT: padding:
//
// RUN: not %memfacet record --sharing=pad -o %t.no.mfp -- %t.prog 2>&1 | \
// RUN:   FileCheck %s --check-prefix=TWICE
// TWICE: --sharing=pad reads a trace twice; record with --trace

#include <pthread.h>

enum { Threads = 4, Rounds = 100 };

#ifdef PADDED
#define STRIDE 8
#else
#define STRIDE 1
#endif

_Alignas(64) volatile long Counters[Threads * STRIDE];
static pthread_barrier_t Round;

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
  pthread_t Others[Threads];
  pthread_barrier_init(&Round, 0, Threads);
  for (long I = 0; I != Threads; ++I)
    pthread_create(&Others[I], 0, work, (void *)I);
  for (int I = 0; I != Threads; ++I)
    pthread_join(Others[I], 0);
  return 0;
}

// Threads that are cancelled at any instruction, also while their records are
// handed over: the program goes on as without us, and each round that a thread
// made is counted, but for the block in which it ended and what the one before
// had not handed over yet. (An event that is cut is said, and costs no more.)
// That is so where all accesses are recorded. Otherwise a loop without calls keeps
// its counters in registers (docs/evaluation/faults.md): the program alone is as
// without us.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %clang $Level %s -o %t.plain -pthread && \
// RUN:   %t.plain %t.rounds > %t.expected && \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog -pthread && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog %t.rounds > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp 'After.stores == 40 * 10' && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t.prog %t.rounds > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     "abs(int(open('%t.rounds').read()) - Rounds.stores) <= 2 * 40" \
// RUN:     'Rounds.stores > 1000 and Rounds.loads > 1000' \
// RUN:     'After.stores == 40 * 10' \
// RUN:     'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { Threads = 40 };

volatile long Rounds[Threads];
volatile int After[10];

static void *spin(void *Argument) {
  volatile long *Own = Argument;
  int Before;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &Before);
  for (;;)
    *Own = *Own + 1;
  return NULL;
}

int main(int Count, char **Arguments) {
  int Cancelled = 0;
  for (int I = 0; I < Threads; ++I) {
    pthread_t Thread;
    void *Result = NULL;
    pthread_create(&Thread, NULL, spin, (void *)&Rounds[I]);
    while (Rounds[I] == 0)
      usleep(10);
    usleep(37 * I);
    pthread_cancel(Thread);
    pthread_join(Thread, &Result);
    Cancelled += Result == PTHREAD_CANCELED;
    for (int J = 0; J < 10; ++J)
      After[J] = J;
  }
  long Sum = 0;
  for (int I = 0; I < Threads; ++I)
    Sum += Rounds[I];
  FILE *File = Count > 1 ? fopen(Arguments[1], "w") : NULL;
  if (!File)
    return 1;
  fprintf(File, "%ld\n", Sum);
  fclose(File);
  printf("cancelled %d threads\n", Cancelled);
  return 0;
}

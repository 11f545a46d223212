// Pairs in windows of a sampled run: windows one after the other, without gaps, tell
// what threads pass on as the whole run does; short ones tell too little, of
// lines that are touched again long after, too.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -g --memfacet-two-versions %s -o %t/prog -pthread
// RUN: cd %t && %memfacet record --communication=period=50 -o whole.mfp -- ./prog
// RUN: cd %t && %memfacet record --sample=10%% --communication=period=10 -o windows.mfp -- ./prog
// RUN: cd %t && %memfacet record --sample=100%% --communication=period=10 -o all.mfp -- ./prog
// RUN: cd %t && for P in whole windows all; do \
// RUN:   %memfacet communication --json --hot 1 $P.mfp > $P.json && \
// RUN:   %memfacet communication --pairs --json $P.mfp > $P.pairs.json || exit 1; done
// RUN: cd %t && %python %S/../reference/windows_are_like_the_run.py
// RUN: cd %t && %memfacet communication --all windows.mfp | FileCheck %s
// CHECK: sample        one of {{[0-9]+}} accesses, seed 1:
// CHECK: windows       {{.*}} of the run; what is touched again after its window counts as never
// CHECK: load sum communication-windows.c:{{[0-9]+}} {{ *}}Passed
// RUN: cd %t && %memfacet report windows.mfp | FileCheck %s --check-prefix=REPORT
// REPORT: sampled

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { Rounds = 4000, Words = 256, Far = 1 << 20 };
static _Alignas(64) long Passed[Words];
static _Alignas(64) long Scratch[Words];
static sem_t Full, Empty;

__attribute__((noinline)) static void fill(long Round) {
  for (long I = 0; I < Words; ++I)
    Passed[I] = Scratch[I] + Round;
}
__attribute__((noinline)) static long sum(void) {
  long Sum = 0;
  for (long I = 0; I < Words; ++I)
    Sum += Passed[I];
  return Sum;
}

static void *fillAll(void *Unused) {
  for (long Round = 0; Round < Rounds; ++Round) {
    sem_wait(&Empty);
    fill(Round);
    sem_post(&Full);
  }
  return Unused;
}
static void *sumAll(void *To) {
  for (long Round = 0; Round < Rounds; ++Round) {
    sem_wait(&Full);
    *(long *)To += sum();
    sem_post(&Empty);
  }
  return To;
}

/// Each line twice, a million accesses apart.
__attribute__((noinline)) static long touchFar(long *Lines) {
  long Sum = 0;
  for (int Pass = 0; Pass < 2; ++Pass)
    for (long I = 0; I < Far; ++I)
      Sum += ++Lines[I * 8];
  return Sum;
}

int main(void) {
  long Result = 0;
  pthread_t Filler, Summer;
  sem_init(&Full, 0, 0);
  sem_init(&Empty, 0, 1);
  pthread_create(&Filler, 0, fillAll, 0);
  pthread_create(&Summer, 0, sumAll, &Result);
  pthread_join(Filler, 0);
  pthread_join(Summer, 0);
  long *Lines = malloc(sizeof(long) * 8 * Far);
  Result += touchFar(Lines);
  free(Lines);
  return Result == 0;
}

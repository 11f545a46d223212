// Threads that have worked for themselves for long fight for single lines at
// last. Few lines are chosen by then, and none of these is among them. They are
// found after the semaphores by which the threads hand over.
//
// RUN: %memfacet-clang -O2 -g -pthread %s -o %t
// RUN: %memfacet record -o %t.mfp -- %t
// RUN: %memfacet report %t.mfp | FileCheck --check-prefix=LINES %s
// LINES: lines {{.*}} then 1 in 64
//
// Which lines were followed is said wherever misses of lost lines are.
// RUN: %memfacet sharing %t.mfp | FileCheck --check-prefix=FOLLOWED %s
// RUN: %memfacet false-sharing %t.mfp | FileCheck --check-prefix=FOLLOWED %s
// RUN: %memfacet communication %t.mfp | FileCheck --check-prefix=FOLLOWED %s
// FOLLOWED: lines {{.*}} then 1 in 64; and single lines, once threads were seen to fight for them
//
// Each turn misses each line, 10,000 times but for the first ones.
// RUN: %memfacet sharing %t.mfp --json > %t.json
// RUN: %python -c "import json; rows = json.load(open('%t.json'))['structures']; \
// RUN:   found = {r['name']: (r['false_sharing'], r['true_sharing']) for r in rows}; \
// RUN:   print(found); \
// RUN:   assert 9000 < found['Counts'][0] < 10000 and found['Counts'][1] == 0; \
// RUN:   assert 45000 < found['Rows'][0] < 50000 and found['Rows'][1] == 0"
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { Quiet = 5000000, Turns = 5000 };
struct Counter {
  volatile long Value;
};
static _Alignas(64) struct Counter Counts[8];
static _Alignas(64) struct Counter Rows[5][8];
static struct {
  _Alignas(64) sem_t Its;
} Turn[2];

static void *work(void *P) {
  long T = (long)P;
  int *Private = calloc(1 << 18, sizeof *Private);
  unsigned X = T;
  for (long I = 0; I < Quiet; ++I) {
    X = X * 1103515245 + 12345;
    Private[X >> 14] += X;
  }
  for (int I = 0; I < Turns; ++I) {
    sem_wait(&Turn[T].Its);
    Counts[T].Value++;
    for (int Row = 0; Row < 5; ++Row)
      Rows[Row][T].Value++;
    sem_post(&Turn[1 - T].Its);
  }
  free(Private);
  return 0;
}

int main(void) {
  pthread_t Threads[2];
  for (int I = 0; I < 2; ++I)
    sem_init(&Turn[I].Its, 0, I == 0);
  for (long I = 0; I < 2; ++I)
    pthread_create(&Threads[I], 0, work, (void *)I);
  for (int I = 0; I < 2; ++I)
    pthread_join(Threads[I], 0);
}

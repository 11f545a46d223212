// What the last miss of a line was is written at the end of the process. The
// memory is free by then, and still the miss is one of its structure.
//
// RUN: %memfacet-clang -O1 -g -pthread %s -o %t
// RUN: %memfacet record -o %t.mfp -- %t
// RUN: %memfacet sharing %t.mfp --json > %t.json
// RUN: %python -c "import json; rows = json.load(open('%t.json'))['structures']; \
// RUN:   found = {r['name']: r['false_sharing'] for r in rows if r['misses']}; \
// RUN:   print(found); assert found == {'Counts': 1998}"
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static long *Counts;
static sem_t Turn[2];

static void *work(void *P) {
  long T = (long)P;
  for (int I = 0; I < 1000; ++I) {
    sem_wait(&Turn[T]);
    ((volatile long *)Counts)[T]++;
    sem_post(&Turn[1 - T]);
  }
  return 0;
}

int main(void) {
  pthread_t Threads[2];
  Counts = aligned_alloc(64, 64);
  for (int I = 0; I < 2; ++I)
    sem_init(&Turn[I], 0, I == 0);
  for (long I = 0; I < 2; ++I)
    pthread_create(&Threads[I], 0, work, (void *)I);
  for (int I = 0; I < 2; ++I)
    pthread_join(Threads[I], 0);
  free(Counts);
}

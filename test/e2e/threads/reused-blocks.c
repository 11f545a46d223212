// A block that one thread has released and another one got is a new object:
// nothing is communicated, though the address is the same. What a thread writes
// to a block that another one then reads is. A thread that has the stack of one
// that ended gets nothing from it, either.
//
// RUN: %memfacet-clang -O1 -g -pthread %s -o %t
// RUN: %memfacet record -o %t.mfp -- %t
// RUN: %memfacet sharing %t.mfp --json > %t.json
// RUN: %python -c "import json; rows = json.load(open('%t.json'))['structures']; \
// RUN:   found = {r['name']: (r['true_sharing'], r['false_sharing']) \
// RUN:     for r in rows if r['misses'] and r['name'] in ('Reused', 'Given')}; \
// RUN:   print(found); assert found == {'Given': (199 * 4, 0)}; \
// RUN:   assert not [r for r in rows if r['name'] == 'Local' and r['cold']]"
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { Turns = 400, Bytes = 3000 };
static sem_t Turn[2];
static volatile char *Given;
static void *Block;

static void *work(void *P) {
  long T = (long)P;
  for (int I = 0; I < Turns / 2; ++I) {
    sem_wait(&Turn[T]);
    volatile char *Reused = malloc(Bytes);
    if (I > 1 && Block != (void *)Reused)
      abort();
    Block = (void *)Reused;
    for (int B = 0; B < Bytes; ++B)
      Reused[B] = Reused[(B + 1) % Bytes] + 1;
    free((void *)Reused);
    for (int B = 0; B < 256; ++B)
      if (T == 0)
        Given[B] = 1;
      else
        (void)Given[B];
    sem_post(&Turn[1 - T]);
  }
  return 0;
}

static void *useStack(void *P) {
  volatile char Local[2048];
  for (int B = 0; B < 2048; ++B)
    Local[B] = 1;
  return 0;
}

int main(void) {
  pthread_t Threads[2];
  // One arena, no caches of threads: the next one to ask gets the block.
  mallopt(M_ARENA_MAX, 1);
  Given = aligned_alloc(64, 256);
  for (int I = 0; I < 2; ++I)
    sem_init(&Turn[I], 0, I == 0);
  for (long I = 0; I < 2; ++I)
    pthread_create(&Threads[I], 0, work, (void *)I);
  for (int I = 0; I < 2; ++I)
    pthread_join(Threads[I], 0);
  for (int I = 0; I < 50; ++I) {
    pthread_create(&Threads[0], 0, useStack, 0);
    pthread_join(Threads[0], 0);
  }
}

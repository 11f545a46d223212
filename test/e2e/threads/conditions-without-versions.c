// A library that was linked without libc asks for functions of conditions
// without a version, and gets the oldest ones, for which a condition is
// something else. Under recording, all of them are still of one kind.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O1 -DLIBRARY -fPIC -shared -nostdlib %s -o %t/libturns.so
// RUN: %clang -O1 %s %t/libturns.so -Wl,-rpath,%t -o %t/plain -pthread
// RUN: %t/plain > %t/expected
// RUN: %memfacet-clang -O1 -g %s %t/libturns.so -Wl,-rpath,%t -o %t/prog \
// RUN:   -pthread
// RUN: for Options in record=0 output=%t/turns.mfp; do \
// RUN:   MEMFACET_OPTIONS=$Options %t/prog > %t/out || exit 1; \
// RUN:   diff %t/expected %t/out || exit 1; \
// RUN: done
// RUN: %expect %t/turns.mfp 's("Turns").stores == 2 * 500'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>

void beginTurns(void);
void takeTurn(int Mine);
void endTurns(void);

#ifdef LIBRARY
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t Changed;
static int Turn;

void beginTurns(void) { pthread_cond_init(&Changed, 0); }

void takeTurn(int Mine) {
  pthread_mutex_lock(&Lock);
  while (Turn != Mine)
    pthread_cond_wait(&Changed, &Lock);
  Turn = !Mine;
  pthread_cond_broadcast(&Changed);
  pthread_mutex_unlock(&Lock);
}

void endTurns(void) { pthread_cond_destroy(&Changed); }
#else
static volatile long Turns[2];

static void *play(void *Mine) {
  long Number = (long)Mine;
  for (long I = 0; I < 500; ++I) {
    takeTurn((int)Number);
    Turns[Number] = I + 1;
  }
  return 0;
}

int main(void) {
  beginTurns();
  pthread_t Other;
  pthread_create(&Other, 0, play, (void *)1L);
  play(0);
  pthread_join(Other, 0);
  endTurns();
  printf("%ld %ld\n", Turns[0], Turns[1]);
}
#endif

/* By turns, one array is walked and then the other, which a second thread walks
 * at last. */
#include <memfacet/memfacet.h>
#include <pthread.h>
#include <stdlib.h>
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
enum { Bytes = 1 << 20, Line = 64 };

static void walk(volatile char *what, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < Bytes; i += Line)
      what[i] += 1;
}

static void *other(void *what) {
  walk(what, 10);
  return what;
}

int main(int count, char **words) {
  (void)words;
  char *left = malloc(Bytes);
  char *right = malloc(Bytes);
  for (int turn = 0; turn < 3; ++turn) {
    MEMFACET_PHASE("left");
    walk(left, 20);
    MEMFACET_PHASE("right");
    walk(right, 20);
  }
  if (count > 1) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, right);
    pthread_join(thread, NULL);
  }
  return 0;
}

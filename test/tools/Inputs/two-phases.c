/* By turns, one array is walked and then the other, which a second thread walks
 * at last. */
#include <memfacet/memfacet.h>
#include <pthread.h>
#include <stdlib.h>

enum { Bytes = 1 << 20, Line = 64 };
static char *left, *right;

static void walk(volatile char *what, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < Bytes; i += Line)
      what[i] += 1;
}

static void *other(void *unused) {
  walk(right, 10);
  return unused;
}

int main(int count, char **words) {
  (void)words;
  left = malloc(Bytes);
  right = malloc(Bytes);
  for (int turn = 0; turn < 3; ++turn) {
    MEMFACET_PHASE("left");
    walk(left, 20);
    MEMFACET_PHASE("right");
    walk(right, 20);
  }
  if (count > 1) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
  }
  return 0;
}

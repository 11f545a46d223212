/* One rank: fills an array of its own size, then walks it ROUNDS times; with a
 * third argument, in a second thread. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <pthread.h>
#include <stdlib.h>

struct cell {
  double value, unused;
};
static struct cell *cells;
static int count, rounds;
double sum;

static void *walk(void *unused) {
  (void)unused;
  double all = 0;
  for (int r = 0; r < rounds; ++r)
    for (int i = 0; i < count; ++i)
      all += cells[i].value;
  sum = all;
  return NULL;
}

int main(int argc, char **argv) {
  count = atoi(argv[1]);
  rounds = atoi(argv[2]);
  cells = malloc(count * sizeof *cells);
  for (int i = 0; i < count; ++i)
    cells[i].value = i;
  if (argc > 3) {
    pthread_t thread;
    pthread_create(&thread, NULL, walk, NULL);
    pthread_join(thread, NULL);
  } else {
    walk(NULL);
  }
  free(cells);
  return 0;
}

/* Two phases, members that are used and not used, structures that evict one another,
 * and two threads that write to one line by turns. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <memfacet/memfacet.h>
#include <pthread.h>
#include <stdlib.h>

enum { Nodes = 4096, Cells = 1 << 16, Rounds = 4, Turns = 300 };

struct node {
  struct node *next;
  long value, unused[4];
};

static struct node *list;
static int *cells;
static long counters[2];
static pthread_barrier_t barrier;

static void build(void) {
  struct node *all = calloc(Nodes, sizeof *all);
  for (long i = 0; i != Nodes; ++i) {
    struct node *n = &all[i * 1031 % Nodes];
    n->value = i;
    n->next = list;
    list = n;
  }
}

static long walk(void) {
  long sum = 0;
  for (int round = 0; round != Rounds; ++round) {
    for (volatile struct node *n = list; n; n = n->next)
      sum += n->value;
    for (int i = 0; i < Cells; i += 16)
      sum += ++*(volatile int *)&cells[i];
  }
  return sum;
}

static void *count(void *which) {
  volatile long *mine = &counters[(long)which];
  for (int turn = 0; turn != Turns; ++turn) {
    ++*mine;
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

int main(void) {
  cells = malloc(Cells * sizeof *cells);
  for (int i = 0; i != Cells; ++i)
    cells[i] = i;
  MEMFACET_PHASE("build");
  build();
  MEMFACET_PHASE("walk");
  long sum = walk();
  MEMFACET_PHASE("count");
  pthread_barrier_init(&barrier, 0, 2);
  pthread_t threads[2];
  for (long t = 0; t != 2; ++t)
    pthread_create(&threads[t], 0, count, (void *)t);
  for (int t = 0; t != 2; ++t)
    pthread_join(threads[t], 0);
  return sum == 1;
}

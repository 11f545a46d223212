// Walks a list of spread nodes with members that it does not need; then two threads
// count in one line, in turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long value, unused[5];
};

enum { Nodes = 1 << 14, Rounds = 12 };
static long counters[2];
static struct node *list;
static pthread_barrier_t barrier;

static long walk(void) {
  long sum = 0;
  for (const struct node *n = list; n; n = n->next)
    sum += n->value;
  return sum;
}

static void *count(void *which) {
  volatile long *mine = &counters[(long)which];
  for (int i = 0; i != 200; ++i) {
    ++*mine;
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

int main(void) {
  struct node **places = calloc(Nodes, sizeof(*places));
  for (long i = 0; i != Nodes; ++i)
    places[i] = calloc(1, sizeof(struct node));
  for (long i = 0; i != Nodes; ++i) {
    struct node *n = places[i * 4099 % Nodes];
    n->value = i;
    n->next = list;
    list = n;
  }
  free(places);
  long sum = 0;
  for (int round = 0; round != Rounds; ++round)
    sum += walk();
  pthread_barrier_init(&barrier, 0, 2);
  pthread_t threads[2];
  for (long t = 0; t != 2; ++t)
    pthread_create(&threads[t], 0, count, (void *)t);
  for (int t = 0; t != 2; ++t)
    pthread_join(threads[t], 0);
  return sum == 1;
}

// The counters, each in a line of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"
#include <pthread.h>

enum { THREADS = 4 };

struct counter {
  _Alignas(64) volatile uint64_t seen;
};
static struct counter counters[THREADS];
static pthread_barrier_t round_ends;
static size_t rounds;

static void *count(void *argument) {
  struct counter *mine = argument;
  for (size_t round = 0; round < rounds; ++round) {
    uint64_t random = round * THREADS + (uint64_t)(mine - counters);
    uint64_t *batch = allocate(100, sizeof *batch);
    for (size_t i = 0; i < 100; ++i)
      batch[i] = next_random(&random);
    for (size_t i = 0; i < 100; ++i)
      if (batch[i] % 4 != 0)
        mine->seen = mine->seen + 1;
    free(batch);
    pthread_barrier_wait(&round_ends);
  }
  return NULL;
}

int main(int argc, char **argv) {
  rounds = size_argument(argc, argv, 300);
  pthread_barrier_init(&round_ends, NULL, THREADS);
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, count, &counters[i]);
  uint64_t sum = 0;
  for (size_t i = 0; i < THREADS; ++i) {
    pthread_join(threads[i], NULL);
    sum = sum * 31 + counters[i].seen;
  }
  return print_checksum(rounds, sum);
}

// Threads count what they see, each in a counter of its own: in one line.
#include "../common.h"
#include <pthread.h>

enum { THREADS = 4 };

struct counter {
  volatile uint64_t seen;
};
static struct counter counters[THREADS];
static size_t rounds;

static void *count(void *argument) {
  struct counter *mine = argument;
  uint64_t random = (uint64_t)(mine - counters);
  for (size_t i = 0; i < rounds; ++i)
    if (next_random(&random) % 4 != 0)
      mine->seen = mine->seen + 1;
  return NULL;
}

int main(int argc, char **argv) {
  rounds = size_argument(argc, argv, 200000);
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

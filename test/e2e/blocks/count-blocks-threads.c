// Each thread has counters of its own: what a thread executes is written for it,
// also what it does while it ends, and that of threads that are still there when
// the program ends. Threads that end leave their memory to others.
//
// RUN: %memfacet-clang -O2 -g -pthread %s -o %t.recorded
// RUN: %memfacet-clang --count-blocks -O2 -g -pthread %s -o %t.counted
// RUN: %memfacet record --blocks --interval 5K -o %t.recorded.mfp \
// RUN:   -- %t.recorded
// RUN: %memfacet record --interval 5K -o %t.counted.mfp -- %t.counted
// RUN: for Way in recorded counted; do \
// RUN:   %memfacet blocks --json %t.$Way.mfp > %t.$Way.json || exit 1; done
// RUN: %python %S/../reference/same_blocks.py %t.recorded.json %t.counted.json \
// RUN:   threads
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t Key;
static sem_t Asleep;
// The owner lets go of it by sleeping, and not before: whoever has it then knows
// that the sleeper executes nothing more.
static pthread_mutex_t Awake = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t Never = PTHREAD_COND_INITIALIZER;

static __attribute__((noinline)) long work(long N) {
  volatile long Sum = 0;
  for (long I = 0; I < N; ++I)
    if (I % 3)
      Sum += I;
  return Sum;
}

static void atEnd(void *Value) { work((long)Value); }

static void *run(void *Number) {
  long N = (long)Number;
  pthread_setspecific(Key, (void *)(N + 100));
  work(N * 1000);
  if (N == 5)
    pthread_exit(0);
  work(7);
  return 0;
}

static void *stay(void *Number) {
  work((long)Number);
  pthread_mutex_lock(&Awake);
  sem_post(&Asleep);
  pthread_cond_wait(&Never, &Awake);
  return 0;
}

int main(void) {
  pthread_key_create(&Key, atEnd);
  sem_init(&Asleep, 0, 0);
  pthread_t Threads[8];
  for (int Round = 0; Round < 3; ++Round) {
    for (long I = 0; I < 8; ++I)
      pthread_create(&Threads[I], 0, run, (void *)(I + Round));
    for (long I = 0; I < 8; ++I)
      pthread_join(Threads[I], 0);
  }
  pthread_t Sleeper;
  pthread_create(&Sleeper, 0, stay, (void *)12345);
  sem_wait(&Asleep);
  pthread_mutex_lock(&Awake);
  work(99);
  return 0;
}

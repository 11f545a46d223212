// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread-local destructor, a key's destructor and code after them record.
#include "../support/Instrumented.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t Key;
static void onEnd(void *Value) {
  uint64_t Round = (uint64_t)Value;
  recordOne(100 + Round);
  if (Round < 3)
    pthread_setspecific(Key, (void *)(Round + 1));
}
static void *run(void *Argument) {
  recordOne(1);
  pthread_setspecific(Key, (void *)1);
  fprintf(stderr, "%p %p\n", (void *)testThreadLocal(), (void *)&Argument);
  return 0;
}

int main(void) {
  pthread_key_create(&Key, onEnd);
  fprintf(stderr, "%p %p\n", (void *)testThreadLocal(), (void *)&Key);
  pthread_t Id;
  pthread_create(&Id, 0, run, 0);
  pthread_join(Id, 0);
  recordOne(2);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// many THREADS RECORDS: each thread records 1, 2, ... in slot 0.
#include "../support/Instrumented.h"
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t Records;

static void *run(void *Argument) {
  for (uint64_t I = 1; I <= Records; ++I)
    recordOne(I);
  return Argument;
}

int main(int Count, char **Arguments) {
  unsigned Threads = (unsigned)atoi(Arguments[1]);
  Records = strtoull(Arguments[2], 0, 10);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  if (Count > 3 && !strcmp(Arguments[3], "tiny"))
    pthread_attr_setstacksize(&Attributes, PTHREAD_STACK_MIN);
  pthread_t Ids[64];
  for (unsigned I = 0; I != Threads; ++I)
    if (pthread_create(&Ids[I], &Attributes, run, (void *)(uintptr_t)I))
      return 3;
  run(0);
  for (unsigned I = 0; I != Threads; ++I) {
    void *Value;
    if (pthread_join(Ids[I], &Value) || (uintptr_t)Value != I)
      return 4;
  }
  puts("done");
  return 0;
}

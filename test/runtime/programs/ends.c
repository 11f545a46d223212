// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ends HOW RECORDS: records, then ends in some way.
#include "../support/Instrumented.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *sleepAfterRecording(void *Records) {
  for (uint64_t I = 1; I <= (uintptr_t)Records; ++I)
    recordOne(I);
  for (;;)
    pause();
}

int main(int Count, char **Arguments) {
  uint64_t Records = strtoull(Arguments[2], 0, 10);
  const char *How = Arguments[1];
  pthread_t Id;
  if (!strcmp(How, "sleeper")) {
    pthread_create(&Id, 0, sleepAfterRecording, (void *)3);
    usleep(50000);
  }
  for (uint64_t I = 1; I <= Records; ++I)
    recordOne(I);
  if (!strcmp(How, "SIGKILL"))
    kill(getpid(), SIGKILL);
  if (!strcmp(How, "abort"))
    abort();
  if (!strcmp(How, "_exit"))
    _exit(5);
  if (!strcmp(How, "crash"))
    *(volatile int *)8 = 1;
  if (!strcmp(How, "pthread_exit"))
    pthread_exit(0);
  return 6;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread comes and goes; then main sleeps, which no hook sees, and releases a
// block.
#include "../support/Instrumented.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

static void *run(void *Argument) { return Argument; }

int main(void) {
  void *Block = malloc(10);
  pthread_t Id;
  pthread_create(&Id, 0, run, 0);
  pthread_join(Id, 0);
  recordOne(1);
  struct timespec Time = {0, 10000000};
  long Result;
  __asm__ volatile("syscall"
                   : "=a"(Result)
                   : "a"(SYS_nanosleep), "D"(&Time), "S"(0)
                   : "rcx", "r11", "memory");
  free(Block);
  recordOne(2);
  return 0;
}

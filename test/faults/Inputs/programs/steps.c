// Works in steps of a thousand stores and says in a file, mapped into memory,
// how many steps are done: when it is killed, this is the truth.
//
// usage: steps STEPS THREADS PROGRESS; the progress is one word per thread
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MostThreads = 16, Each = 1000 };

volatile int Cells[MostThreads][Each];
static volatile uint64_t *Progress;
static long Steps;

__attribute__((noinline)) static void step(volatile int *Row, long Number) {
  for (int I = 0; I < Each; ++I)
    Row[I] = (int)Number + I;
}

__attribute__((noinline)) static void done(long Thread, long Number) {
  Progress[Thread] = (uint64_t)Number;
}

static void *work(void *Argument) {
  long Thread = (long)Argument;
  for (long I = 0; I < Steps; ++I) {
    step(Cells[Thread], I);
    done(Thread, I + 1);
  }
  return 0;
}

int main(int Argc, char **Argv) {
  (void)Argc;
  Steps = atol(Argv[1]);
  long Threads = atol(Argv[2]);
  int File = open(Argv[3], O_RDWR | O_CREAT, 0600);
  if (File < 0 || ftruncate(File, 4096) != 0)
    return 1;
  Progress = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, File, 0);
  close(File);
  printf("begins\n");
  fflush(stdout);
  pthread_t Others[MostThreads];
  for (long T = 1; T < Threads; ++T)
    pthread_create(&Others[T], 0, work, (void *)T);
  work(0);
  for (long T = 1; T < Threads; ++T)
    pthread_join(Others[T], 0);
  long Sum = 0;
  for (int T = 0; T < MostThreads; ++T)
    for (int I = 0; I < Each; ++I)
      Sum += Cells[T][I];
  printf("sum %ld\n", Sum);
  fprintf(stderr, "ended\n");
  return 5;
}

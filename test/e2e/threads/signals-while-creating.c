// Signals that must not wait while a thread is created: setuid in another
// thread, which waits for all threads, and a fault whose handler mends it.
//
// RUN: %memfacet-clang -O1 -g %s -pthread -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog | FileCheck %s
//
// CHECK: 2 faults
// CHECK-NEXT: created 500
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_t *Page;
static volatile int Faults, IsDone;

static void unprotect(int Signal) {
  (void)Signal;
  Faults++;
  mprotect(Page, 4096, PROT_READ | PROT_WRITE);
}

static void *work(void *Argument) { return Argument; }

static void createInProtectedPage(const pthread_attr_t *Attributes) {
  mprotect(Page, 4096, PROT_READ);
  if (pthread_create(Page, Attributes, work, 0) == 0)
    pthread_join(*Page, 0);
}

static void *createMany(void *Argument) {
  long Count = 0;
  for (int I = 0; I != 500; ++I) {
    pthread_t Thread;
    if (pthread_create(&Thread, 0, work, 0) == 0 &&
        pthread_join(Thread, 0) == 0)
      Count++;
  }
  IsDone = 1;
  (void)Argument;
  return (void *)Count;
}

int main(void) {
  struct sigaction Action = {.sa_handler = unprotect};
  sigaction(SIGSEGV, &Action, 0);
  Page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  createInProtectedPage(0);
  createInProtectedPage(&Attributes);
  pthread_attr_destroy(&Attributes);
  printf("%d faults\n", Faults);

  pthread_t Creator;
  void *Count;
  pthread_create(&Creator, 0, createMany, 0);
  while (!IsDone) {
    if (setuid(getuid()) != 0)
      return EXIT_FAILURE;
    usleep(50);
  }
  pthread_join(Creator, &Count);
  printf("created %ld\n", (long)Count);
  return 0;
}

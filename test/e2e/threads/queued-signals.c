// Real-time signals are queued: as soon as a handler has returned, the next one
// runs, before one instruction of what the first one interrupted. That may be
// the middle of an event for which the collector waits. Nothing is lost.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: for Run in 1 2 3; do \
// RUN:   %memfacet record --complete -o %t.mfp -- %t.prog > %t.out 2> %t.err \
// RUN:     && cat %t.out %t.err && \
// RUN:   %memfacet query "SELECT name, stores FROM structures \
// RUN:     WHERE name = 'Seen'" --csv %t.mfp || exit 1; \
// RUN: done > %t.all
// RUN: FileCheck %s < %t.all
//
// CHECK-NOT: loss
// CHECK: done
// CHECK-NOT: loss
// CHECK: Seen,20000
// CHECK-NOT: loss
// CHECK: Seen,20000
// CHECK-NOT: loss
// CHECK: Seen,20000
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { Threads = 4, Each = 5000 };

static volatile long Seen[Threads][8]; // a line for each
static volatile int Stop;
static _Thread_local long Me;
static pthread_barrier_t Ready;

static void count(int Signal) {
  (void)Signal;
  Seen[Me][0]++;
}

static void *allocateMeanwhile(void *Argument) {
  Me = (long)Argument;
  pthread_barrier_wait(&Ready);
  for (long I = 0; !Stop || Seen[Me][0] != Each; ++I)
    free(malloc(100 + I % 100));
  return 0;
}

int main(void) {
  struct sigaction Action = {.sa_handler = count, .sa_flags = SA_RESTART};
  sigaction(SIGRTMIN, &Action, 0);
  pthread_barrier_init(&Ready, 0, Threads + 1);
  pthread_t Thread[Threads];
  for (long I = 0; I != Threads; ++I)
    pthread_create(&Thread[I], 0, allocateMeanwhile, (void *)I);
  pthread_barrier_wait(&Ready);
  for (int N = 0; N != Each; ++N)
    for (int I = 0; I != Threads; ++I)
      while (pthread_sigqueue(Thread[I], SIGRTMIN, (union sigval){N}) == EAGAIN)
        usleep(50);
  Stop = 1;
  for (int I = 0; I != Threads; ++I)
    pthread_join(Thread[I], 0);
  puts("done");
}

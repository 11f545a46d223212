// A signal whose handler runs in a new thread before the thread's own code: the
// thread is one thread in the profile, and keeps the mask that it was given.
//
// RUN: %clang -O1 %s -pthread -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O1 -g %s -pthread -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: %memfacet check %t.mfp %t.mft
// RUN: %memfacet report %t.mfp | FileCheck %s
// RUN: %memfacet dump %t.mft > %t.dump
// RUN: FileCheck --check-prefix=DUMP %s < %t.dump
//
// CHECK: instructions {{.*}} in 5 threads
// CHECK: Counts {{.*}} 512 B 1 8256{{ }}
// DUMP-COUNT-5: ThreadStart
// DUMP-NOT: ThreadStart
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile long Counts[64];

static void handle(int Signal) {
  (void)Signal;
  for (int I = 0; I != 64; ++I)
    Counts[I]++;
}

static void *work(void *Argument) {
  sigset_t Mask;
  pthread_sigmask(SIG_BLOCK, 0, &Mask);
  printf("blocked: %d %d\n", sigismember(&Mask, SIGUSR1),
         sigismember(&Mask, SIGUSR2));
  for (int I = 0; I != 1000; ++I)
    Counts[I % 64]++;
  return Argument;
}

static void run(const pthread_attr_t *Attributes) {
  pthread_t Thread;
  pthread_create(&Thread, Attributes, work, 0);
  pthread_join(Thread, 0);
}

int main(void) {
  struct sigaction Action = {.sa_handler = handle};
  sigaction(SIGUSR1, &Action, 0);
  sigset_t Blocked, Chosen;
  sigemptyset(&Blocked);
  sigaddset(&Blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &Blocked, 0);
  run(0);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  run(&Attributes);
  sigemptyset(&Chosen);
  sigaddset(&Chosen, SIGUSR2);
  pthread_attr_setsigmask_np(&Attributes, &Chosen);
  for (int I = 0; I != 2; ++I) {
    kill(getpid(), SIGUSR1);
    run(&Attributes);
  }
  pthread_attr_destroy(&Attributes);
  return 0;
}

// A program of several threads forks while they allocate and record: the
// child, which has one thread, has a profile of its own; no thread waits for a
// lock that is not held.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: cd %t.dir && %memfacet record -o parent.mfp -- %t.prog > pids
// RUN: test $(wc -l < %t.dir/pids) -eq 20
// RUN: %expect %t.dir/parent.mfp \
// RUN:   'OfThreads.stores == 4 * 20000' 'Block.stores == 4 * 20000' \
// RUN:   'Block.objects == 4 * 20000' 'OfParent.stores == 20' \
// RUN:   'OfChild.accesses == 0' 'len(report["threads"]) == 5'
// RUN: cd %t.dir && for Pid in $(cat pids); do \
// RUN:   %expect parent.$Pid.mfp 'OfChild.stores == 500' \
// RUN:     'OfParent.accesses == 0' 's("Born").objects == 500' \
// RUN:     's("Born").stores == 500' 'len(report["threads"]) == 2' \
// RUN:     'OfGrandthread.stores == 10' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Threads = 4, Forks = 20 };

volatile int OfThreads[Threads], OfParent[Forks], OfChild[500];
volatile int OfGrandthread[10];

static void *work(void *Cell) {
  for (int I = 0; I < 20000; ++I) {
    *(volatile int *)Cell = I;
    volatile int *Block = malloc(16 + I % 64);
    *Block = I;
    free((void *)Block);
  }
  return 0;
}

static void *workInChild(void *Unused) {
  for (int I = 0; I < 10; ++I)
    OfGrandthread[I] = I;
  return Unused;
}

static int child(void) {
  for (int I = 0; I < 500; ++I) {
    OfChild[I] = I;
    volatile int *Born = malloc(sizeof(int));
    *Born = I;
    free((void *)Born);
  }
  pthread_t Handle;
  pthread_create(&Handle, 0, workInChild, 0);
  pthread_join(Handle, 0);
  return 3;
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  pthread_t Handles[Threads];
  for (int I = 0; I < Threads; ++I)
    pthread_create(&Handles[I], 0, work, (void *)&OfThreads[I]);
  for (int I = 0; I < Forks; ++I) {
    OfParent[I] = I;
    pid_t Child = fork();
    if (Child == 0)
      exit(child());
    int Status = 0;
    waitpid(Child, &Status, 0);
    if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 3)
      return 1;
    printf("%d\n", (int)Child);
  }
  for (int I = 0; I < Threads; ++I)
    pthread_join(Handles[I], 0);
  return 0;
}

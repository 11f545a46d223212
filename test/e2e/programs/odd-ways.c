// Threads that are cancelled or of C11, a child by clone, no descriptors left,
// a stack that overflows, faults that handlers leave, computed jumps, daemons:
// the program does what it does without us, and what it touched is counted.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: for Level in -O0 -O2; do \
// RUN:   %clang $Level %s -o %t.plain && \
// RUN:   bash -c '%t.plain > %t.expected; test $? -eq 17' && \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   rm -f %t.dir/* && cd %t.dir && \
// RUN:   bash -c '%memfacet record -o odd.mfp -- %t.prog > out; test $? -eq 17' \
// RUN:   && diff %t.expected out && \
// RUN:   %expect odd.mfp 'Cleaned.stores == 1' \
// RUN:     'OfC11.stores == 100' 'OfClone.accesses == 0' 'Targets.stores == 300' \
// RUN:     'Sized.stores == 50' 'OfDaemon.stores == 10' \
// RUN:     'Overflows.stores == 3' 'Faults.stores == 5' \
// RUN:     'report["loss"]["unknown_words"] == 0' && \
// The daemon's profile may be written after the program has ended.
// RUN:   for Try in `seq 100`; do \
// RUN:     test `ls odd.*.mfp | wc -l` = 2 && break; sleep 0.1; \
// RUN:   done && ls odd.*.mfp | count 2 && \
// RUN:   for File in odd.*.mfp; do \
// RUN:     %expect $File \
// RUN:       '(OfClone.stores, OfDaemon.stores) in [(100, 0), (0, 60)]' \
// RUN:       'OfC11.accesses == Cleaned.accesses == 0' || exit 1; \
// RUN:   done || { echo $Level; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

enum { StackBytes = 1 << 18 };
volatile int Begun, Cleaned[1], OfC11[100], OfClone[100], Targets[3], Sized[1];
volatile int OfDaemon[60], Overflows[1], Faults[1];
static sigjmp_buf Back;

static void cleanUp(void *Cell) { *(volatile int *)Cell = 1; }

static void *idle(void *Unused) {
  pthread_cleanup_push(cleanUp, (void *)Cleaned);
  Begun = 1;
  for (;;)
    usleep(100);
  pthread_cleanup_pop(0);
  return Unused;
}

static void cancel(void) {
  pthread_t Waits;
  void *Result = NULL;
  pthread_create(&Waits, NULL, idle, NULL);
  while (!Begun)
    usleep(100);
  pthread_cancel(Waits);
  pthread_join(Waits, &Result);
  printf("cancelled: %d\n", Result == PTHREAD_CANCELED);
}

static int runC11(void *Unused) {
  (void)Unused;
  for (int I = 0; I < 100; ++I)
    OfC11[I] = I;
  thrd_exit(5);
}

static int runClone(void *Unused) {
  (void)Unused;
  for (int I = 0; I < 100; ++I)
    OfClone[I] = I;
  return 3;
}

static void startOthers(void) {
  thrd_t Thread;
  int Result = 0;
  thrd_create(&Thread, runC11, NULL);
  thrd_join(Thread, &Result);
  printf("C11: %d\n", Result);
  char *Stack = mmap(NULL, StackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  pid_t Child = clone(runClone, Stack + StackBytes, SIGCHLD, NULL);
  waitpid(Child, &Result, 0);
  printf("clone: %d\n", WEXITSTATUS(Result));
}

static void closeAll(void) {
  for (int I = 3; I < 1024; ++I)
    close(I);
  struct rlimit Few = {4, 4};
  setrlimit(RLIMIT_NOFILE, &Few);
  printf("next: %d, %d\n", dup(1), dup(1));
  close(3);
}

static void leave(int Signal) {
  (void)Signal;
  siglongjmp(Back, 1);
}

__attribute__((noinline)) static int sink(int Depth) {
  volatile char Frame[4096];
  Frame[0] = Frame[4095] = (char)Depth;
  return sink(Depth + 1) + Frame[0] + Frame[4095];
}

static void fault(void) {
  stack_t Alternate = {.ss_sp = malloc(StackBytes), .ss_size = StackBytes};
  sigaltstack(&Alternate, NULL);
  struct sigaction Action = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &Action, NULL);
  struct rlimit Small;
  getrlimit(RLIMIT_STACK, &Small);
  Small.rlim_cur = 1 << 20;
  setrlimit(RLIMIT_STACK, &Small);
  for (volatile int I = 0; I < 3; I = I + 1)
    if (sigsetjmp(Back, 1) == 0)
      printf("%d\n", sink(0));
    else
      Overflows[0] = I;
  for (volatile int I = 0; I < 5; I = I + 1)
    if (sigsetjmp(Back, 1) == 0)
      *(volatile int *)16 = 1;
    else
      Faults[0] = I;
}

__attribute__((noinline)) static int jumpAround(int Count) {
  static void *const Labels[] = {&&One, &&Two, &&Three};
  int Sum = 0;
  goto *Labels[Count % 3];
One:
  Targets[0] = Sum += 1;
  if (--Count == 0)
    return Sum;
  goto *Labels[Count % 3];
Two:
  Targets[1] = Sum += 2;
  if (--Count == 0)
    return Sum;
  goto *Labels[Count % 3];
Three:
  Targets[2] = Sum += 3;
  if (--Count == 0)
    return Sum;
  goto *Labels[Count % 3];
}

__attribute__((noinline)) static int sized(int Count) {
  volatile int Array[Count];
  for (int I = 0; I < Count; ++I)
    Array[I] = I;
  for (int I = 0; I < Count; ++I)
    Sized[0] = Array[I];
  return Array[Count - 1];
}

static void becomeDaemon(void) {
  for (int I = 0; I < 10; ++I)
    OfDaemon[I] = I;
  pid_t Child = fork();
  if (Child == 0) {
    setsid();
    for (int I = 0; I < 60; ++I)
      OfDaemon[I] = I;
    _exit(4);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  printf("daemon: %d\n", WEXITSTATUS(Status));
}

static void waitForSignal(void) {
  sigset_t All, One;
  sigfillset(&All);
  sigprocmask(SIG_BLOCK, &All, NULL);
  kill(getpid(), SIGUSR1);
  sigemptyset(&One);
  sigaddset(&One, SIGUSR1);
  int Signal = 0;
  sigwait(&One, &Signal);
  printf("signal: %d\n", Signal == SIGUSR1);
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  cancel();
  startOthers();
  fault();
  printf("jumped: %d, sized: %d\n", jumpAround(300), sized(50));
  becomeDaemon();
  closeAll();
  waitForSignal();
  return 17;
}

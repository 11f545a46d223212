// Ends in one of many bad ways, after 123,457 stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int Cells[1000];
static volatile int *volatile Nowhere = (int *)8;
static volatile int After[100];

__attribute__((noinline)) static void work(int Count) {
  for (int I = 0; I < Count; ++I)
    Cells[I % 1000] = I;
}

__attribute__((noinline)) static void crash(void) { *Nowhere = 1; }

static void say(const char *Text) {
  if (write(1, Text, strlen(Text)) < 0)
    _exit(99);
}

static void onCrash(int Signal) {
  (void)Signal;
  After[0] = 1;
  crash();
}

static void onLeave(int Signal) {
  for (int I = 0; I < 100; ++I)
    After[I] = I;
  say("handled\n");
  _exit(40 + Signal);
}

static void onAbort(int Signal) {
  (void)Signal;
  say("aborts\n");
}

static void atTheEnd(void) {
  say("at exit\n");
  After[1] = 2;
  crash();
}

static void endInExit(void) { _exit(17); }

__attribute__((destructor)) static void destructor(void) {
  if (Cells[999] == -1)
    crash();
}

static void *crashingThread(void *Unused) {
  work(1000);
  crash();
  return Unused;
}

static void *killingThread(void *Unused) {
  kill(getpid(), SIGKILL);
  pause();
  return Unused;
}

static void *endlessThread(void *Unused) {
  for (;;)
    work(1000);
  return Unused;
}

__attribute__((noinline)) static int deep(volatile int *From) {
  volatile int Own[64];
  Own[From[0] & 63] = From[0] + 1;
  return deep(Own) + Own[1];
}

static void overflow(void) {
  volatile int Start[64] = {0};
  printf("%d\n", deep(Start));
}

static void *overflowingThread(void *Unused) {
  overflow();
  return Unused;
}

static void handle(int Signal, void (*Handler)(int), int Flags) {
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_handler = Handler;
  Action.sa_flags = Flags;
  sigaction(Signal, &Action, 0);
}

static void alternate(void) {
  static char Stack[64 * 1024];
  stack_t Given = {Stack, 0, sizeof(Stack)};
  sigaltstack(&Given, 0);
  handle(SIGSEGV, onLeave, SA_ONSTACK);
}

static void inThread(void *(*Body)(void *)) {
  pthread_t Thread;
  pthread_create(&Thread, 0, Body, 0);
  pthread_join(Thread, 0);
}

static void end(const char *How) {
  if (!strcmp(How, "main"))
    crash();
  if (!strcmp(How, "handler")) {
    handle(SIGUSR1, onCrash, 0);
    raise(SIGUSR1);
  }
  if (!strcmp(How, "handler-of-crash")) {
    handle(SIGSEGV, onLeave, 0);
    crash();
  }
  if (!strcmp(How, "handler-of-crash-crashes")) {
    handle(SIGSEGV, onCrash, 0);
    crash();
  }
  if (!strcmp(How, "returning-handler-of-abort")) {
    handle(SIGABRT, onAbort, 0);
    abort();
  }
  if (!strcmp(How, "abort"))
    abort();
  if (!strcmp(How, "destructor"))
    Cells[999] = -1;
  if (!strcmp(How, "atexit"))
    atexit(atTheEnd);
  if (!strcmp(How, "exit-in-atexit"))
    atexit(endInExit);
  if (!strcmp(How, "thread"))
    inThread(crashingThread);
  if (!strcmp(How, "kill-from-thread"))
    inThread(killingThread);
  if (!strcmp(How, "exit-among-threads")) {
    pthread_t Thread;
    for (int I = 0; I < 4; ++I)
      pthread_create(&Thread, 0, endlessThread, 0);
    usleep(20000);
    exit(18);
  }
  if (!strcmp(How, "crash-among-threads")) {
    pthread_t Thread;
    for (int I = 0; I < 4; ++I)
      pthread_create(&Thread, 0, endlessThread, 0);
    usleep(20000);
    crash();
  }
  if (!strcmp(How, "pthread-exit-of-main")) {
    pthread_t Thread;
    pthread_create(&Thread, 0, crashingThread, 0);
    pthread_exit(0);
  }
  if (!strcmp(How, "overflow"))
    overflow();
  if (!strcmp(How, "overflow-handled")) {
    alternate();
    overflow();
  }
  if (!strcmp(How, "overflow-in-thread"))
    inThread(overflowingThread);
  if (!strcmp(How, "trap"))
    __builtin_trap();
  if (!strcmp(How, "bus")) {
    char Name[] = "/tmp/faultsXXXXXX";
    int File = mkstemp(Name);
    unlink(Name);
    volatile char *Map = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, File, 0);
    Map[0] = 1;
  }
  if (!strcmp(How, "raw-exit"))
    syscall(SYS_exit_group, 19);
  if (!strcmp(How, "cpu-limit")) {
    struct rlimit One = {1, 1};
    setrlimit(RLIMIT_CPU, &One);
    endlessThread(0);
  }
  if (!strcmp(How, "closed-pipe")) {
    int Ends[2];
    if (pipe(Ends))
      _exit(99);
    close(Ends[0]);
    if (write(Ends[1], "x", 1) < 0)
      _exit(98);
  }
}

int main(int Argc, char **Argv) {
  (void)Argc;
  work(123457);
  say("works\n");
  end(Argv[1]);
  return 7;
}

// Many threads, processes, signals, libraries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

volatile int Cells[1000];
volatile int Handled[100];
static volatile long Signals;
static sigjmp_buf Back;

__attribute__((noinline)) static long work(int Count) {
  long Sum = 0;
  for (int I = 0; I < Count; ++I) {
    Cells[I % 1000] = I;
    if (I % 7 == 3)
      Sum += Cells[I % 500];
  }
  return Sum;
}

static void *little(void *Argument) {
  volatile int *Mine = malloc(sizeof(int) * 4);
  if (Mine)
    Mine[2] = 1;
  free((void *)Mine);
  return Argument;
}

static pthread_barrier_t Together;
static void *meet(void *Argument) {
  little(Argument);
  pthread_barrier_wait(&Together);
  return Argument;
}

static void inSequence(int Count) {
  for (int I = 0; I < Count; ++I) {
    pthread_t Thread;
    if (pthread_create(&Thread, 0, little, 0) != 0) {
      printf("none\n");
      return;
    }
    pthread_join(Thread, 0);
  }
  printf("%d threads, one by one\n", Count);
}

static void atOnce(int Count) {
  pthread_t *All = malloc(sizeof(pthread_t) * (size_t)Count);
  pthread_attr_t Small;
  pthread_attr_init(&Small);
  pthread_attr_setstacksize(&Small, 64 * 1024);
  pthread_barrier_init(&Together, 0, (unsigned)Count + 1);
  for (int I = 0; I < Count; ++I)
    if (pthread_create(&All[I], &Small, meet, 0) != 0)
      exit(77);
  pthread_barrier_wait(&Together);
  for (int I = 0; I < Count; ++I)
    pthread_join(All[I], 0);
  printf("%d threads at once\n", Count);
}

static void forks(int Count) {
  int Good = 0;
  for (int I = 0; I < Count; ++I) {
    pid_t Child = fork();
    if (Child == 0) {
      Cells[I % 1000] = I;
      _exit(I % 100);
    }
    int Status;
    Good += waitpid(Child, &Status, 0) == Child && WIFEXITED(Status) &&
            WEXITSTATUS(Status) == I % 100;
  }
  printf("%d forks\n", Good);
}

static void libraries(const char *Path, int Count) {
  long Sum = 0;
  for (int I = 0; I < Count; ++I) {
    void *Library = dlopen(Path, RTLD_NOW | RTLD_LOCAL);
    if (!Library) {
      printf("%s\n", dlerror());
      exit(99);
    }
    int (*Function)(int) = (int (*)(int))dlsym(Library, "compute");
    Sum += Function(I);
    dlclose(Library);
  }
  printf("libraries %ld\n", Sum);
}

static void onTimer(int Signal) {
  (void)Signal;
  long Number = Signals++;
  for (int I = 0; I < 10; ++I)
    Handled[(Number + I) % 100] = I;
}

static void onLeave(int Signal) {
  onTimer(Signal);
  siglongjmp(Back, 1);
}

static void onNested(int Signal) {
  onTimer(Signal);
  if (Signals < 100000)
    raise(SIGUSR2);
}

static timer_t startTimer(long Nanoseconds, void (*Handler)(int)) {
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_handler = Handler;
  Action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &Action, 0);
  struct sigevent Event;
  memset(&Event, 0, sizeof(Event));
  Event.sigev_notify = SIGEV_SIGNAL;
  Event.sigev_signo = SIGALRM;
  timer_t Timer;
  if (timer_create(CLOCK_MONOTONIC, &Event, &Timer) != 0)
    exit(99);
  struct itimerspec Every = {{0, Nanoseconds}, {0, Nanoseconds}};
  timer_settime(Timer, 0, &Every, 0);
  return Timer;
}

static void stopTimer(timer_t Timer) {
  struct itimerspec Never = {{0, 0}, {0, 0}};
  timer_settime(Timer, 0, &Never, 0);
  timer_delete(Timer);
}

static void timers(long Nanoseconds) {
  timer_t Timer = startTimer(Nanoseconds, onTimer);
  long Sum = 0;
  for (int I = 0; I < 3000; ++I)
    Sum += work(500 + I % 10);
  while (Signals < 100)
    Sum += work(1000) * 0;
  stopTimer(Timer);
  printf("timers %ld\n", Sum);
}

static void jumps(long Nanoseconds) {
  static volatile int I;
  static timer_t Timer;
  sigset_t Alarm;
  sigemptyset(&Alarm);
  sigaddset(&Alarm, SIGALRM);
  // No signal may jump before there is somewhere to jump to.
  if (sigsetjmp(Back, 1) == 0)
    Timer = startTimer(Nanoseconds, onLeave);
  for (I = 0; I < 3000; I = I + 1)
    if (sigsetjmp(Back, 1) == 0)
      work(500);
  sigprocmask(SIG_BLOCK, &Alarm, 0);
  stopTimer(Timer);
  printf("jumps %d\n", Signals > 0);
}

static void nested(void) {
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_handler = onNested;
  sigaction(SIGUSR1, &Action, 0);
  Action.sa_handler = onTimer;
  sigaction(SIGUSR2, &Action, 0);
  for (int I = 0; I < 20000; ++I) {
    raise(SIGUSR1);
    work(3);
  }
  printf("nested %ld\n", Signals);
}

static ucontext_t Contexts[3], Starter;
static char ContextStacks[3][1 << 18];
static int Current, Ended[3];

static int nextContext(void) {
  for (int I = 1; I <= 3; ++I)
    if (!Ended[(Current + I) % 3])
      return (Current + I) % 3;
  return Current;
}

static void onSwitch(int Signal) {
  onTimer(Signal);
  int From = Current;
  Current = nextContext();
  if (From != Current)
    swapcontext(&Contexts[From], &Contexts[Current]);
}

static void runContext(int Index) {
  for (int I = 0; I < 500; ++I) {
    work(20);
    raise(SIGUSR1);
  }
  Ended[Index] = 1;
  Current = nextContext();
  setcontext(Ended[Current] ? &Starter : &Contexts[Current]);
}

/// A handler switches to what another handler interrupted.
static void switches(void) {
  signal(SIGUSR1, onSwitch);
  for (int I = 0; I < 3; ++I) {
    getcontext(&Contexts[I]);
    Contexts[I].uc_stack.ss_sp = ContextStacks[I];
    Contexts[I].uc_stack.ss_size = sizeof(ContextStacks[I]);
    makecontext(&Contexts[I], (void (*)(void))runContext, 1, I);
  }
  swapcontext(&Starter, &Contexts[0]);
  printf("switches %ld\n", Signals);
}

int main(int Argc, char **Argv) {
  const char *How = Argv[1];
  int Count = Argc > 2 ? atoi(Argv[2]) : 0;
  if (!strcmp(How, "threads"))
    inSequence(Count);
  if (!strcmp(How, "threads-at-once"))
    atOnce(Count);
  if (!strcmp(How, "forks"))
    forks(Count);
  if (!strcmp(How, "libraries"))
    libraries(Argv[3], Count);
  if (!strcmp(How, "timers"))
    timers(Count);
  if (!strcmp(How, "jumps"))
    jumps(Count);
  if (!strcmp(How, "nested"))
    nested();
  if (!strcmp(How, "switches"))
    switches();
  work(123457);
  printf("works %d\n", Cells[456]);
  return 7;
}

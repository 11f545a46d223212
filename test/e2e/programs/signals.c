// Handlers interrupt blocks in the middle: what they touch and what the program
// touches are both exact; handlers run on their own stack, nest, and may leave
// by siglongjmp.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp 'Cells.stores == 10**6' 'Cells.loads == 10**6 + 1' \
// RUN:   'Ticks.stores == 50' 'Nested.stores == 30' 'Left.stores == 20' \
// RUN:   'report["loss"]["unknown_words"] == 0'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

volatile long Cells[1000];
volatile int Ticks[50], Nested[30], Left[20];
static volatile sig_atomic_t Alarms;
static sigjmp_buf Back;

static void onAlarm(int Signal) {
  (void)Signal;
  if (Alarms < 50)
    Ticks[Alarms] = 1;
  ++Alarms;
}

static void onInner(int Signal) {
  static int Count;
  (void)Signal;
  Nested[Count++] = 1;
}

static void onOuter(int Signal) {
  (void)Signal;
  raise(SIGUSR2);
}

static void onLeave(int Signal) {
  static int Count;
  (void)Signal;
  Left[Count++] = 1;
  siglongjmp(Back, 1);
}

static void work(void) {
  for (int Round = 0; Round < 1000; ++Round)
    for (int I = 0; I < 1000; ++I)
      Cells[I] = Cells[I] + 1;
}

static void install(int Signal, void (*Handler)(int)) {
  struct sigaction Action = {.sa_handler = Handler, .sa_flags = SA_ONSTACK};
  sigaction(Signal, &Action, 0);
}

static void leaveByJump(void) {
  volatile int Jumps = 0;
  while (Jumps < 20)
    if (sigsetjmp(Back, 1) == 0)
      raise(SIGHUP);
    else
      ++Jumps;
}

int main(void) {
  stack_t Stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  sigaltstack(&Stack, 0);
  install(SIGALRM, onAlarm);
  install(SIGUSR1, onOuter);
  install(SIGUSR2, onInner);
  install(SIGHUP, onLeave);
  struct itimerval Timer = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &Timer, 0);
  for (int I = 0; I < 30; ++I)
    raise(SIGUSR1);
  leaveByJump();
  work();
  while (Alarms < 50)
    ;
  return Cells[0] == 1000 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program sees of its own signal handlers; prints "same".
#include "../support/Instrumented.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int Calls;
static void plain(int Signal) { Calls += Signal == SIGUSR1; }
static void full(int Signal, siginfo_t *Info, void *Context) {
  Calls += Signal == SIGUSR1 && Info->si_signo == SIGUSR1 && Context;
}
static void need(int Condition, const char *What) {
  if (!Condition) {
    printf("not %s\n", What);
    exit(1);
  }
}

int main(void) {
  struct sigaction Old, New = {.sa_handler = plain, .sa_flags = SA_RESTART};
  need(!sigaction(SIGUSR1, 0, &Old) && Old.sa_handler == SIG_DFL, "default");
  need(!sigaction(SIGUSR1, &New, &Old) && Old.sa_handler == SIG_DFL, "set");
  need(!sigaction(SIGUSR1, 0, &Old) && Old.sa_handler == plain &&
           (Old.sa_flags & ~0x4000000) == SA_RESTART,
       "told of a plain handler");
  raise(SIGUSR1);
  need(Calls == 1, "called");
  need(signal(SIGUSR1, SIG_IGN) == plain, "told by signal");
  raise(SIGUSR1);
  need(Calls == 1, "ignored");
  New.sa_sigaction = full;
  New.sa_flags = SA_SIGINFO | SA_RESETHAND;
  need(!sigaction(SIGUSR1, &New, &Old) && Old.sa_handler == SIG_IGN, "ignore");
  need(!sigaction(SIGUSR1, 0, &Old) && Old.sa_sigaction == full &&
           (Old.sa_flags & SA_SIGINFO),
       "told of a full handler");
  raise(SIGUSR1);
  need(Calls == 2, "called with information");
  need(!sigaction(SIGUSR1, 0, &Old) && Old.sa_handler == SIG_DFL, "reset");
  need(sigaction(SIGKILL, &New, 0) == -1, "refused");
  need(signal(1000, plain) == SIG_ERR, "refused by signal");
  puts("same");
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// switches COUNT TIMES: COUNT contexts, each of which records (N, 20) for N
// from 100000 * I to 100000 * I + TIMES - 1. A handler interrupts each record
// in the middle, records 1 and switches to the next context, which was
// suspended in a handler, too, or begins.
#include "../support/Instrumented.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { MostContexts = 64, StackBytes = 65536 };
static ucontext_t Contexts[MostContexts], Main;
static char Stacks[MostContexts][StackBytes];
static int Ended[MostContexts];
static int Number, Times, Current;

static int next(void) {
  for (int I = 1; I <= Number; ++I)
    if (!Ended[(Current + I) % Number])
      return (Current + I) % Number;
  return Current;
}

static void onSignal(int Signal) {
  recordOne(1);
  int From = Current;
  Current = next();
  if (From != Current)
    swapcontext(&Contexts[From], &Contexts[Current]);
}

static void run(int Index) {
  for (int I = 0; I != Times; ++I) {
    uint64_t *Slots = beginRecord(2);
    *(volatile uint64_t *)&Slots[0] = 100000 * (uint64_t)Index + I;
    raise(SIGUSR1);
    *(volatile uint64_t *)&Slots[1] = 20;
  }
  Ended[Index] = 1;
  Current = next();
  setcontext(Ended[Current] ? &Main : &Contexts[Current]);
}

int main(int Count, char **Arguments) {
  Number = atoi(Arguments[1]);
  Times = atoi(Arguments[2]);
  signal(SIGUSR1, onSignal);
  for (int I = 0; I != Number; ++I) {
    getcontext(&Contexts[I]);
    Contexts[I].uc_stack.ss_sp = Stacks[I];
    Contexts[I].uc_stack.ss_size = StackBytes;
    makecontext(&Contexts[I], (void (*)(void))run, 1, I);
  }
  swapcontext(&Main, &Contexts[0]);
  recordOne(3);
  puts("done");
  return 0;
}

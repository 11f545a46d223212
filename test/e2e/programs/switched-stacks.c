// Stacks that the program makes itself: contexts (on the heap, in a mapping),
// and an alternate stack for signals that arrive on them.
//
// RUN: %clang -O1 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: for Level in -O0 -O2 "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp 'InContext.stores == 2 * 500' 'InMain.stores == 1000' \
// RUN:     'Handled.stores == 2 * 25' 'Ended.stores == 2' \
// RUN:     's("OnHeap").accesses > 0' \
// RUN:     'Gift.objects == 20' 'Gift.stores == 20' \
// RUN:     's("[unattributed]").accesses == 0' \
// RUN:     'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { Bytes = 1 << 17 };
volatile int InContext[500], InMain[1000], Handled[50], Ended[2];
static volatile int Handlings;
static ucontext_t Main, Contexts[2];

static void onSignal(int Signal) {
  (void)Signal;
  Handled[Handlings++ % 50] = 1;
}

static void work(int Which) {
  volatile int Local[10] = {0};
  for (int I = 0; I < 500; ++I) {
    InContext[I] = I;
    Local[I % 10] = I;
    if (I % 50 == 0) {
      volatile int *Gift = malloc(sizeof(int));
      *Gift = Local[I % 10];
    }
    if (I % 20 == 0)
      raise(SIGUSR1);
    swapcontext(&Contexts[Which], &Main);
  }
  Ended[Which] = 1;
}

static void make(int Which, void *Stack) {
  getcontext(&Contexts[Which]);
  Contexts[Which].uc_stack.ss_sp = Stack;
  Contexts[Which].uc_stack.ss_size = Bytes;
  Contexts[Which].uc_link = &Main;
  makecontext(&Contexts[Which], (void (*)(void))work, 1, Which);
}

int main(void) {
  char *OnHeap = malloc(Bytes);
  void *Mapped = mmap(0, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t Alternate = {.ss_sp = malloc(Bytes), .ss_size = Bytes};
  sigaltstack(&Alternate, 0);
  struct sigaction Action = {.sa_handler = onSignal, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &Action, 0);
  make(0, OnHeap);
  make(1, Mapped);
  for (int I = 0; I < 1000; ++I) {
    InMain[I] = I;
    swapcontext(&Main, &Contexts[I % 2]);
  }
  // Both are in their last turn: let them end.
  swapcontext(&Main, &Contexts[0]);
  swapcontext(&Main, &Contexts[1]);
  printf("%d %d %d\n", Handlings, Ended[0], Ended[1]);
  return 0;
}

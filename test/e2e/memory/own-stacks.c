// A stack that the program makes is what its allocation says. Locals on it have
// neither accesses nor misses of their own, in every way to record.
//
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: for Mode in --exact --lines=1 --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 's("Fibre.uc_stack.ss_sp").stores == 5120' \
// RUN:     's("Fibre.uc_stack.ss_sp").loads == 5120' \
// RUN:     's("Numbers").stores == 0 and s("Numbers").loads == 0' \
// RUN:     's("Own").stores == 512' || { echo $Mode; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t Main, Fibre;
static volatile long Sink;

static void work(void) {
  volatile long Numbers[512];
  for (int Round = 0; Round < 10; ++Round) {
    for (int I = 0; I < 512; ++I)
      Numbers[I] = I;
    for (int I = 0; I < 512; ++I)
      Sink += Numbers[I];
    swapcontext(&Fibre, &Main);
  }
}

int main(void) {
  volatile long Own[512];
  for (int I = 0; I < 512; ++I)
    Own[I] = I;
  getcontext(&Fibre);
  Fibre.uc_stack.ss_sp = malloc(65536);
  Fibre.uc_stack.ss_size = 65536;
  Fibre.uc_link = &Main;
  makecontext(&Fibre, work, 0);
  for (int Round = 0; Round < 10; ++Round)
    swapcontext(&Main, &Fibre);
  return 0;
}

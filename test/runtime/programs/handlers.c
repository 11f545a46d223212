// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// handlers HOW [FIRST]: a handler interrupts main in the middle of a record of
// two slots. Main records 1, (2, 20), 3; the handler 1000, 1001. Before that,
// 7 FIRST times.
#include "../support/Instrumented.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *How;
static sigjmp_buf Back;
static char Alternate[65536];

static void onNested(int Signal) { recordOne(2000); }

static void onSignal(int Signal) {
  recordOne(1000);
  if (!strcmp(How, "nested"))
    raise(SIGUSR2);
  if (!strcmp(How, "allocates")) {
    __memfacet_contexts[2] = 0xaa3;
    __memfacet_depth = 3;
    free(malloc(1003));
    __memfacet_depth = 2;
  }
  if (!strcmp(How, "full"))
    for (int I = 0; I != 100000; ++I)
      recordOne(5000 + I);
  recordOne(1001);
  if (!strncmp(How, "jump", 4))
    siglongjmp(Back, 1);
}

int main(int Count, char **Arguments) {
  How = Arguments[1];
  stack_t Stack = {.ss_sp = Alternate, .ss_size = sizeof(Alternate)};
  sigaltstack(&Stack, 0);
  struct sigaction Action = {.sa_handler = onSignal};
  if (strstr(How, "alternate"))
    Action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &Action, 0);
  signal(SIGUSR2, onNested);
  for (int I = Count > 2 ? atoi(Arguments[2]) : 0; I != 0; --I)
    recordOne(7);
  recordOne(1);
  int Times = !strcmp(How, "jumps") ? 20 : strcmp(How, "behind") ? 1 : 0;
  for (volatile int I = 0; I != Times; ++I) {
    if (sigsetjmp(Back, 1) == 0) {
      uint64_t *Slots = beginRecord(2);
      *(volatile uint64_t *)&Slots[0] = 2;
      raise(SIGUSR1);
      *(volatile uint64_t *)&Slots[1] = 20;
    }
  }
  if (!strcmp(How, "behind")) {
    // As the pass does it: between calls the cursor is a local value.
    uint64_t *Cursor = __memfacet_cursor;
    Cursor[0] = (uint64_t)&TestBlocks[1];
    Cursor[1] = 30;
    Cursor[2] = (uint64_t)&TestBlocks[2];
    Cursor[3] = 31;
    raise(SIGUSR1);
    Cursor[4] = 310;
    __memfacet_cursor = Cursor + 5;
  }
  if (!strcmp(How, "allocates")) {
    // As if the signal came between slot and depth.
    __memfacet_contexts[0] = 0xaa1, __memfacet_contexts[1] = 0xaa2;
    __memfacet_depth = 1;
    raise(SIGUSR1);
    __memfacet_depth = 2;
    free(malloc(1002));
    __memfacet_depth = 0;
  }
  recordOne(3);
  puts("done");
  return 0;
}

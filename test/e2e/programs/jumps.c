// longjmp out of the middle of blocks, over frames, back into loops: no record
// is lost or counted twice, and memory that is allocated afterwards has its
// name.
//
// RUN: %clang -O1 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: for Level in -O0 -O2 "-O2 -flto" "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp 'Rounds.stores == 200' 'Deep.stores == 200 * 6' \
// RUN:     'Never.accesses == 0' 's("Kept").objects == 200' \
// RUN:     's("Kept").stores == 200' 'Other.stores == 100' \
// RUN:     'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

volatile int Rounds[200], Deep[6], Never[1], Other[100];
static jmp_buf Back;
static sigjmp_buf SignalBack;

__attribute__((noinline)) static int down(int Level) {
  Deep[Level] = Level;
  if (Level == 5)
    longjmp(Back, 1 + Level);
  int Result = down(Level + 1);
  Never[0] = 1;
  return Result;
}

__attribute__((noinline)) static void out(int I) {
  Other[I] = I;
  siglongjmp(SignalBack, 3);
}

int main(void) {
  volatile int Sum = 0;
  for (volatile int I = 0; I != 200; I = I + 1) {
    Rounds[I] = 1;
    int Value = setjmp(Back);
    if (Value == 0)
      down(0);
    Sum = Sum + Value;
    volatile int *Kept = malloc(sizeof(int));
    *Kept = Value;
  }
  volatile int Outs = 0;
  if (sigsetjmp(SignalBack, 1) == 3)
    Outs = Outs + 1;
  if (Outs != 100)
    out(Outs);
  printf("%d %d\n", Sum, Outs);
  return 0;
}

// quick_exit calls the functions of at_quick_exit, and all is recorded.
//
// RUN: %memfacet-clang -O2 -g %s -o %t && for Mode in "" --complete; do \
// RUN:   { %memfacet record $Mode -o %t.mfp -- %t > %t.out; test $? -eq 5; } && \
// RUN:   grep late %t.out && ! grep never %t.out && \
// RUN:   %expect %t.mfp 'Early.stores == 1000' 'Late.stores == 1000' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
volatile int Early[1000], Late[1000], Never[1000];
static void late(void) {
  for (int I = 0; I != 1000; ++I)
    Late[I] = I;
  puts("late");
  fflush(stdout);
}
static void never(void) {
  for (int I = 0; I != 1000; ++I)
    Never[I] = I;
  puts("never");
}
int main(void) {
  atexit(never);
  at_quick_exit(late);
  for (int I = 0; I != 1000; ++I)
    Early[I] = I;
  quick_exit(5);
}

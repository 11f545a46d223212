// Profilers and debuggers may stop at any instruction of an instrumented
// program, in every body and in the runtime, and find their way to main: no
// code stands outside its function's unwind information.
//
// REQUIRES: x86_64
// RUN: for Flags in -O0 "-O2 -fPIC" "-O3 -mavx2" "-O2 --memfacet-verify" \
// RUN:   "-O2 --count-blocks" "-O2 -fomit-frame-pointer -fno-exceptions -DPLAIN"; do \
// RUN:   %memfacet-clangxx -g $Flags %s -o %t.prog && %t.prog | grep -q '^6400$' && \
// RUN:   %python %S/../reference/unwound.py %t.prog || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <cstring>

static long Cells[64];

__attribute__((noinline)) static long leaf(long X) {
  Cells[X & 63] += X;
  return Cells[(X + 1) & 63];
}

__attribute__((noinline)) static long middle(long X) {
  char Text[32];
  snprintf(Text, sizeof Text, "%ld", leaf(X));
#ifndef PLAIN
  if (X == 1000)
    throw X;
#endif
  return atol(Text) + leaf(X + 1);
}

__attribute__((noinline)) static void scale(long *Begin, size_t Size) {
  for (size_t I = 0; I < Size; ++I)
    Begin[I] *= 4;
}

int main() {
  long Sum = 0;
  for (long I = 0; I < 40; ++I)
    Sum += middle(I);
  scale(Cells, 64);
  for (long Cell : Cells)
    Sum += Cell;
#ifndef PLAIN
  try {
    Sum += middle(1000);
  } catch (long X) {
    Sum += X - 1000;
  }
#endif
  printf("%ld\n", Sum);
}

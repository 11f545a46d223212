// One place in the code accesses an array at first, and another one for the rest
// of the run. The first window of a thread, of 131,072 accesses, shows the first
// array alone, later ones of 4096 accesses the second. How the place's accesses
// divide is taken from the last windows that have seen it, so the first array
// gets about what it had.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %python %S/Inputs/last-windows.py %t.mfp | FileCheck %s
// CHECK: First: about as many as there are
// CHECK: Second: about as many as there are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

enum { Numbers = 1024, FirstTimes = 100, SecondTimes = 20000 };

__attribute__((noinline)) static long sum(const volatile long *Of) {
  long Sum = 0;
  for (int I = 0; I < Numbers; ++I)
    Sum += Of[I];
  return Sum;
}

int main(void) {
  long *First = calloc(Numbers, sizeof(long));
  long *Second = calloc(Numbers, sizeof(long));
  long Sum = 0;
  for (int I = 0; I < FirstTimes; ++I)
    Sum += sum(First);
  for (int I = 0; I < SecondTimes; ++I)
    Sum += sum(Second);
  free(First);
  free(Second);
  return Sum != 0;
}

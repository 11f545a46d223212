// -mlvi-hardening returns by a register. The function that attaches counters
// keeps all registers for its caller, the one of the fourth argument included.
//
// RUN: %memfacet-clang -O2 -g -mlvi-hardening %s -S -o - | FileCheck %s
// RUN: %clang -O2 -mlvi-hardening %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O2 -g -mlvi-hardening %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog > %t.out
// RUN: diff %t.expected %t.out
//
// CHECK-LABEL: {{^}}__memfacet_attach:
// CHECK-NOT: jmpq *%
// CHECK: {{^[[:space:]]}}retq
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>

static long Cells[64];

__attribute__((noinline)) static long fill(long A, long B, long C, long D) {
  for (int I = 0; I < 64; ++I)
    Cells[I] += A * I;
  return A + 2 * B + 3 * C + 4 * D;
}

int main(int Count, char **Arguments) {
  (void)Arguments;
  printf("%ld\n", fill(Count, Count + 1, Count + 2, Count + 3));
  return 0;
}

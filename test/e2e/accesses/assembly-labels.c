// A function whose assembly defines a label by name cannot have a second body:
// the label would be defined twice. It is recorded as it is. Labels that are
// numbers, and those that the compiler makes different, are no obstacle.
//
// REQUIRES: x86_64
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp 'Values.loads == 300' 'report["blind_spots"] == []' \
// RUN:     || exit 1; \
// RUN: done
// RUN: %memfacet-clang -O2 -g -S %s -o - | FileCheck %s
//
// CHECK-NOT: named.memfacet:
// CHECK: numbered.memfacet:
// CHECK: unique.memfacet:
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
volatile int Values[100];

#define NOINLINE __attribute__((noinline))

NOINLINE static int named(void) {
  int Sum = 0;
  for (int I = 0; I < 100; ++I)
    Sum += Values[I];
  __asm__ volatile("jmp onlyOnce\nonlyOnce:" ::: "cc");
  return Sum;
}

NOINLINE static int numbered(void) {
  int Sum = 0;
  for (int I = 0; I < 100; ++I)
    Sum += Values[I];
  __asm__ volatile("jmp 1f\n1:" ::: "cc");
  return Sum;
}

NOINLINE static int unique(void) {
  int Sum = 0;
  for (int I = 0; I < 100; ++I)
    Sum += Values[I];
  __asm__ volatile("jmp there%=\nthere%=:" ::: "cc");
  return Sum;
}

int main(void) { return named() + numbered() + unique(); }

// The same code over different data: block vectors cannot tell these phases
// apart, signatures of memory can.
//
// RUN: %memfacet-clang -O2 -g %s -o %t
// RUN: %memfacet record --phases --interval 100K -o %t.mfp -- %t
// RUN: for Signature in blocks procedures sampled-blocks wavelet working-set \
// RUN:     working-set-bits structures reuse blocks+reuse; do \
// RUN:   %memfacet phases %t.mfp --k 2 --signature $Signature --csv \
// RUN:     > %t.csv && \
// RUN:   echo $Signature && \
// RUN:   %python %S/../reference/adjusted_rand.py %t.mfp %t.csv || exit 1; \
// RUN: done > %t.txt
// RUN: FileCheck %s < %t.txt
//
// CHECK: blocks
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: below 0.2
// CHECK-NEXT: procedures
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: below 0.2
// CHECK-NEXT: sampled-blocks
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: below 0.2
// CHECK-NEXT: wavelet
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: working-set
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: working-set-bits
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: structures
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: reuse
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: blocks+reuse
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: at least 0.95
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memfacet/memfacet.h"

enum { Few = 1 << 9, Many = 1 << 13, Steps = 1 << 19, Rounds = 3 };

static unsigned Small[Few], Large[Many];
volatile unsigned Sink;

__attribute__((noinline)) static void walk(const unsigned *Cells,
                                           unsigned Mask) {
  unsigned Sum = 0, At = 1;
  for (int I = 0; I != Steps; ++I) {
    At = At * 1103515245 + 12345;
    Sum += Cells[At >> 8 & Mask];
  }
  Sink = Sum;
}

int main(void) {
  for (int Round = 0; Round != Rounds; ++Round) {
    MEMFACET_PHASE("small");
    walk(Small, Few - 1);
    MEMFACET_PHASE("large");
    walk(Large, Many - 1);
  }
  return 0;
}

// The same code over the same structure, of which now a part that stays in the
// second level is used, now all of it: neither code nor whose memory it is
// tells these phases apart, how often it misses does.
//
// RUN: %memfacet-clang -O2 -g %s -o %t
// RUN: %memfacet record --phases --cache zen4 --interval 100K -o %t.mfp -- %t
// RUN: for Signature in blocks procedures structures miss-rates \
// RUN:     blocks+miss-rates:2; do \
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
// CHECK-NEXT: structures
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: below 0.2
// CHECK-NEXT: miss-rates
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: blocks+miss-rates:2
// CHECK-NEXT: 2 planted phases
// CHECK-NEXT: at least 0.95
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memfacet/memfacet.h"

enum { Part = 1 << 16, All = 1 << 20, Steps = 1 << 19, Rounds = 3 };

unsigned Cells[All]; // static, it would be known to be 0
volatile unsigned Sink;

__attribute__((noinline)) static void walk(unsigned Mask) {
  unsigned Sum = 0, At = 1;
  for (int I = 0; I != Steps; ++I) {
    At = At * 1103515245 + 12345;
    Sum += Cells[At >> 8 & Mask];
  }
  Sink = Sum;
}

int main(void) {
  for (int Round = 0; Round != Rounds; ++Round) {
    MEMFACET_PHASE("part");
    walk(Part - 1);
    MEMFACET_PHASE("all");
    walk(All - 1);
  }
}

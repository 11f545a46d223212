// The array of any length in which a structure ends is a member, as long as it is.
//
// RUN: for Level in 0 2; do \
// RUN:   %memfacet-clang -O$Level -g %s -o %t.prog && \
// RUN:   %memfacet record --exact -o %t.mfp -- %t.prog && \
// RUN:   %memfacet report --fields 'Open[]' %t.mfp | FileCheck %s && \
// RUN:   %memfacet report --fields 'Zero[]' %t.mfp \
// RUN:     | FileCheck --check-prefix=ZERO %s && \
// RUN:   %memfacet report --fields Framed %t.mfp \
// RUN:     | FileCheck --check-prefix=FRAMED %s || { echo $Level; exit 1; }; \
// RUN: done
//
// CHECK: 0 count int 4 50 50
// CHECK-NEXT: 4 kind int 4 0 0
// CHECK-NEXT: 8 cells int[] 4 1000 1000
// CHECK-NOT: [no field
// CHECK-NOT: hint:
// ZERO: 8 cells short[0] 2 1000 1000
// ZERO-NOT: [no field
// Within another structure, it is left out, and the other members stay.
// FRAMED: 0 id long 8 1 1
// FRAMED-NEXT: 8 open.count int 4 1 1
// FRAMED-NEXT: 12 open.kind int 4 0 0
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

struct open {
  int count, kind;
  int cells[];
};
struct zero {
  int count, kind;
  short cells[0];
};

struct frame {
  long id;
  struct open open;
};

int main(void) {
  struct open *Open[50];
  struct zero *Zero[50];
  for (int I = 0; I < 50; ++I) {
    Open[I] = malloc(sizeof(struct open) + 20 * sizeof(int));
    *(volatile int *)&Open[I]->count = 20;
    Zero[I] = malloc(sizeof(struct zero) + 20 * sizeof(short));
  }
  for (int I = 0; I < 50; ++I)
    for (int K = 0; K < 20; ++K) {
      *(volatile int *)&Open[I]->cells[K] = K;
      *(volatile short *)&Zero[I]->cells[K] = (short)K;
    }
  struct frame *Framed = malloc(sizeof(struct frame) + 20 * sizeof(int));
  *(volatile long *)&Framed->id = 1;
  *(volatile int *)&Framed->open.count = 20;
  return 0;
}

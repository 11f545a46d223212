// Phases of which the program says where they begin are found where they are, by
// what its code does and by what its data do, in several threads.
//
// RUN: %memfacet-clang -O2 -g %s -o %t -pthread
// RUN: %memfacet record --phases --interval 50K -o %t.mfp -- %t
// RUN: for Signature in blocks procedures local-stride local-stride-site \
// RUN:     global-stride structures; do \
// RUN:   %memfacet phases %t.mfp --resolution 0.05 --signature $Signature \
// RUN:     --csv > %t.csv && \
// RUN:   echo $Signature && \
// RUN:   %python %S/../reference/adjusted_rand.py %t.mfp %t.csv || exit 1; \
// RUN: done > %t.txt
// RUN: FileCheck %s < %t.txt
//
// CHECK: blocks
// CHECK-NEXT: 3 planted phases, 3 found
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: procedures
// CHECK-NEXT: 3 planted phases, 3 found
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: local-stride
// CHECK-NEXT: 3 planted phases, 3 found
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: local-stride-site
// CHECK-NEXT: 3 planted phases, 3 found
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: global-stride
// CHECK-NEXT: 3 planted phases, 3 found
// CHECK-NEXT: at least 0.95
// CHECK-NEXT: structures
// CHECK-NEXT: 3 planted phases, 3 found
// CHECK-NEXT: at least 0.95
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"
#include "memfacet/memfacet.h"
#include <stdlib.h>

enum { Cells = 1 << 12, Rounds = 3, Work = 250000 };

static __thread unsigned State;
static unsigned Grid[2][Cells], Heap[2][Cells], Links[2][Cells];
volatile unsigned Sink;

__attribute__((noinline)) static void smooth(unsigned *G) {
  MEMFACET_PHASE("smooth");
  for (int I = 0; I != Work; ++I)
    G[I % 1024 + 1] = (G[I % 1024] + G[I % 1024 + 2]) / 2;
}

__attribute__((noinline)) static void sift(unsigned *H) {
  MEMFACET_PHASE("sift");
  for (int I = 0; I != Work / 4; ++I) {
    unsigned At = Cells / 2 + (State = State * 1103515245 + 12345) % (Cells / 2);
    for (; At != 0; At /= 2)
      if (H[At] < H[At / 2])
        H[At] ^= H[At / 2];
  }
}

__attribute__((noinline)) static void chase(unsigned *L) {
  MEMFACET_PHASE("chase");
  unsigned At = 0;
  for (int I = 0; I != Work * 2; ++I)
    At = L[At];
  Sink = At;
}

static void *work(void *Argument) {
  long Which = (long)Argument;
  State = (unsigned)Which + 1;
  for (unsigned I = 0; I != Cells; ++I)
    Links[Which][I] = (I * 37 + 1) % Cells;
  for (int Round = 0; Round != Rounds; ++Round) {
    smooth(Grid[Which]);
    sift(Heap[Which]);
    chase(Links[Which]);
  }
  return NULL;
}

int main(void) {
  runThreads(2, work);
  return 0;
}

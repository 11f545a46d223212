// Why lines miss, from chosen lines: the classes are those of a complete
// recording, but for a few points.
//
//   Cycled   1 MiB, read in turn in 8 rounds: an eighth compulsory, else
//            capacity, in both levels
//   Rows     16 rows of 4096 bytes, column by column: 16 lines of one set of 8
//            ways in L1, so nearly all are conflicts; they fit L2
//   Random   4 MiB, at random: capacity, and first touches
//
// RUN: %memfacet-clang -O1 -g -pthread %s -o %t.prog
// RUN: %memfacet record --lines 1/8 --cache 'L1=32K,8;L2=256K,8' \
// RUN:   --interval 20K -o %t.lines.mfp -- %t.prog
// RUN: %memfacet record --why --complete --cache 'L1=32K,8;L2=256K,8' \
// RUN:   -o %t.all.mfp -- %t.prog
// RUN: %memfacet why --json %t.lines.mfp > %t.lines.json
// RUN: %memfacet why --json %t.all.mfp > %t.all.json
// RUN: %python %S/../Inputs/compare-classes.py %t.lines.json %t.all.json 3 \
// RUN:   Cycled Rows Random
// RUN: %memfacet check %t.lines.mfp
//
// Occupancy is that of all lines, and sets have their own counts.
// RUN: %memfacet occupancy %t.lines.mfp | FileCheck %s --check-prefix=HOLDS
// HOLDS: Random {{.*}} % {{.*}} KiB {{2[0-9].*|3[0-2].*}} KiB
// HOLDS: TOTAL 100.0 % {{3[0-2].*}} KiB 32 KiB
// RUN: %memfacet why %t.lines.mfp | FileCheck %s --check-prefix=WHY
// WHY: structure {{.*}} compulsory capacity conflict
// WHY-NOT: coherence
// WHY: sets 64 of 64 miss
//
// What threads take from each other is not among the classes.
// RUN: %memfacet why %t.two.mfp -- %t.prog 2 2> /dev/null \
// RUN:   | FileCheck %s --check-prefix=TWO
// TWO: coherence     not in these counts: 'memfacet sharing' has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

enum { Line = 64, Row = 4096, RowCount = 16 };

_Alignas(4096) volatile char Cycled[1 << 20];
_Alignas(4096) volatile char Rows[RowCount * Row];
_Alignas(4096) volatile char Random[4 << 20];

static void *work(void *Unused) {
  unsigned Number = 1;
  for (int Round = 0; Round < 8; ++Round) {
    for (int I = 0; I < 1 << 20; I += Line)
      (void)Cycled[I];
    for (int Column = 0; Column < Row; Column += 8)
      for (int I = 0; I < RowCount; ++I)
        (void)Rows[I * Row + Column];
    for (int I = 0; I < 30000; ++I) {
      Number = Number * 1664525 + 1013904223;
      (void)Random[Number >> 10];
    }
  }
  return 0;
}

int main(int Count, char **Words) {
  pthread_t Other;
  if (Count > 1)
    pthread_create(&Other, 0, work, 0);
  work(0);
  if (Count > 1)
    pthread_join(Other, 0);
  return 0;
}

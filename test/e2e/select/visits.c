// In one line of 64, the first level is a single set: a loop along a column of
// rows that are 4096 bytes apart meets it with all its lines, or with none.
// Threads visit all sets in turn, so its misses are known all the same: 100 rows
// are more than the 8 ways, so each access of the loop misses.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: for Column in 0 100 168 400; do \
// RUN:   %memfacet record --lines 1/64 --cache 'L1=32K,8;L2=1M,16' -o %t.mfp \
// RUN:     -- %t.prog $Column || exit 1; \
// RUN:   %python %S/Inputs/visits.py %t.mfp || exit 1; \
// RUN: done | FileCheck %s
// CHECK-COUNT-4: L1 misses of Rows: known
//
// Without visits, none is seen.
// RUN: env MEMFACET_OPTIONS=visits=0 %memfacet record --lines 1/64 \
// RUN:   --cache 'L1=32K,8;L2=1M,16' -o %t.mfp -- %t.prog 0
// RUN: %python %S/Inputs/visits.py %t.mfp | FileCheck %s --check-prefix=NONE
// NONE: L1 misses of Rows: 0
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

static volatile double Rows[100][512] __attribute__((aligned(4096)));

int main(int Count, char **Arguments) {
  int Column = Count > 1 ? atoi(Arguments[1]) : 0;
  for (int Pass = 0; Pass < 1600000; ++Pass)
    for (int Row = 0; Row < 100; ++Row)
      (void)Rows[Row][Column];
  return 0;
}

// Records of 28 bytes: members lie across lines, so that one access is two line
// touches. Updates in a scattered order make dirty victims of every level.
//
// RUN: %clang -O1 -DLOG %s -o %t.plain
// RUN: %t.plain > %t.log
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft \
// RUN:   --cache 'L1=2K,2;L2=8K,4;L3=24K,6' -- %t.prog > %t.bases
// RUN: %python %S/../reference/compare.py 'L1=2K,2;L2=8K,4;L3=24K,6' \
// RUN:   %t.log %t.bases %t.mfp
// RUN: %expect %t.mfp 'Table.loads == 2 * 20000' 'Table.stores == 20000' \
// RUN:   'Table.L1.accesses > Table.accesses' 'Table.L3.writebacks > 0' \
// RUN:   'Index.loads == 20000' 'Index.L1.accesses == 40000'
//
// RUN: %memfacet simulate %t.mft -o %t.2.mfp \
// RUN:   --cache 'L1=1K,full;L2=4K,1;line=16'
// RUN: %python %S/../reference/compare.py 'L1=1K,full;L2=4K,1;line=16' \
// RUN:   %t.log %t.bases %t.2.mfp
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/log.h"

enum { Records = 1500, Updates = 20000 };

struct __attribute__((packed)) Record {
  int Key;
  double Weight;
  long Hits;
  double Last;
};

_Alignas(4096) volatile struct Record Table[Records];
_Alignas(4096) volatile unsigned short Index[Updates];

static void fillIndex(void) {
  unsigned Dice = 12345;
  for (int I = 0; I < Updates; ++I) {
    Dice = Dice * 1103515245 + 12345;
    STORE(Index, Index[I], (Dice >> 8) % Records);
  }
}

int main(void) {
  BASE(Table);
  BASE(Index);
  fillIndex();
  for (int I = 0; I < Updates; ++I) {
    unsigned At = LOAD(Index, Index[I]);
    double Weight = LOAD(Table, Table[At].Weight);
    long Hits = LOAD(Table, Table[At].Hits);
    STORE(Table, Table[At].Hits, Hits + (Weight == 0));
  }
  return 0;
}

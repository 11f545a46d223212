// Outside the region of interest, Outer is not counted, but fills L1 and is
// driven out of it: evictions and occupancy name it, and have no one else's
// counts for it. L1 has 512 lines; each structure is 1024 lines, read in turn.
//
//   evictions   in 3 regions, Inner reads 5 * 1024 lines, each a miss; the first
//               512 of a region drive out what Outer left: 1536
//   premature   Inner was driven out by Outer 512 times after each of the first
//               two regions, and read again: 1024. It drove out itself for the
//               other misses that are not the first: 3 * 5120 - 1024 - 1024
//   occupancy   an interval ends in each region, where Inner holds all
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record --why --complete --cache 'L1=32K,8' --interval 20K \
// RUN:   -o %t.mfp -- %t.prog
// RUN: %memfacet evictions %t.mfp | FileCheck %s
// CHECK: useful lines of by A by B premature evictions useful
// CHECK-NEXT: A Inner 13.3 K 1024 14.3 K 13.8 K 100.0 %
// CHECK-NEXT: B Outer - - 0 1536
// CHECK: TOTAL 13.3 K 1024 14.3 K 15.4 K
// CHECK: premature 92.9 % by the same structure, 7.1 % by another one
// RUN: %memfacet evictions --top 1 %t.mfp | FileCheck %s --check-prefix=TOP
// TOP: A Inner 13.3 K 1024
// TOP-NEXT: B [1 other]
//
// What it holds adds up to the cache.
// RUN: %memfacet occupancy %t.mfp | FileCheck %s --check-prefix=HELD
// HELD: Outer {{.*}} %
// HELD: TOTAL 100.0 % 32 KiB 32 KiB
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memfacet/memfacet.h>

_Alignas(4096) volatile char Inner[1 << 16], Outer[1 << 16];

static void readAll(volatile char *Bytes, int Rounds) {
  for (int Round = 0; Round < Rounds; ++Round)
    for (int I = 0; I < 1 << 16; I += 64)
      (void)Bytes[I];
}

int main(void) {
  readAll(Outer, 10);
  for (int I = 0; I < 3; ++I) {
    MEMFACET_ROI_BEGIN();
    readAll(Inner, 5);
    MEMFACET_ROI_END();
    readAll(Outer, 10);
  }
  return 0;
}

// Arrays that lie a multiple of 4096 bytes apart: their lines are in the same
// sets, as many as the first level has ways, one less, one more.
//
// RUN: %memfacet-clang -O1 -g --memfacet-filter %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.filtered.mfp %t.complete.mfp \
// RUN:   --cache "L1=16K,4;L2=32K,4" -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.filtered.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.filtered.mfp %t.complete.mfp \
// RUN:   --cache "L1=48K,12;L2=256K,16" -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-traces.py %memfacet %t.traces \
// RUN:   --sweep "L1=8K..32K,2;L2=64K,8;L3=256K,16" \
// RUN:   "L1=32K,8;L2=64K,8;L3=256K,16" "L1=32K,4;L2=64K,8" "L1=48K,12;L2=1M,16" \
// RUN:   "L1=4K,1;L2=8K,2" -- %t | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
#include <stdio.h>

#define ARRAY(NAME) static int NAME[1024] __attribute__((aligned(4096)))
ARRAY(a);
ARRAY(b);
ARRAY(c);
ARRAY(d);
static long matrix[13][512] __attribute__((aligned(4096)));

__attribute__((noinline)) static void by_name(int shift) {
  for (int i = 0; i < 1024 - shift; ++i)
    a[i] = b[i + shift] + c[i] * d[i];
}

__attribute__((noinline)) static long by_pointer(long *rows, int count) {
  long sum = 0;
  for (int i = 0; i < 512; ++i)
    for (int row = 0; row < count; ++row) {
      sum += rows[row * 512 + i];
      if (row % 3 == 0)
        rows[row * 512 + i] = sum;
    }
  return sum;
}

int main(void) {
  long sum = 0;
  for (int i = 0; i < 1024; ++i)
    b[i] = c[i] = d[i] = i;
  for (int round = 0; round < 4; ++round) {
    by_name(round);
    for (int count = 3; count <= 13; ++count)
      sum += by_pointer(&matrix[0][0], count);
  }
  printf("%ld %d\n", sum, a[77]);
}

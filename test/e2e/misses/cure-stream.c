// Each of eight loads goes on by a line, and together they use the whole line:
// this is a stream, and loops in another order would not help. A matrix of
// which columns are walked is none. A single object that is larger than the
// cache is cut itself, not into elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -fno-vectorize -fno-slp-vectorize -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog columns 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=COLUMNS
// RUN: %memfacet-clang -O1 -fno-vectorize -fno-slp-vectorize -g -DWHOLE %s -o %t/whole
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./whole 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=WHOLE
// CHECK: 1. 100.0 % of L1 misses: Elements (array: 160 K double of 8 B), strided
// CHECK-NOT: exchange the loops
// CHECK: It is a stream that comes 5 times
// CHECK: do more
// CHECK: in parts of 16.4 K elements (128 KiB, half of L2)
// WHOLE: 1. 100.0 % of L1 misses: Table (single object: 1 {{.*}}table of
// WHOLE: in parts of 128 KiB (half of L2)
// COLUMNS: 1. 100.0 % of L1 misses: Elements {{.*}} strided
// COLUMNS: Each step of +3200 B is another line
// COLUMNS: exchange the loops

#include <stdio.h>
#include <stdlib.h>

static double corners(const double *E) {
  double Sum = E[0];
  Sum += 2 * E[1];
  Sum -= E[2];
  Sum += 3 * E[3];
  Sum -= E[4];
  Sum += 5 * E[5];
  Sum -= E[6];
  Sum += 7 * E[7];
  return Sum;
}

int main(int Arguments, char **Values) {
  (void)Values;
  enum { Rows = 400, Numbers = Rows * Rows };
#ifdef WHOLE
  struct table {
    double Elements[Numbers];
    long Rows, Columns;
  } *Table = malloc(sizeof *Table);
  double *Elements = Table->Elements;
#else
  double *Elements = aligned_alloc(64, Numbers * sizeof *Elements);
#endif
  double Sum = 0;
  for (int I = 0; I != Numbers; ++I)
    Elements[I] = I;
  for (int Round = 0; Round != 4; ++Round)
    if (Arguments > 1)
      for (int Column = 0; Column != Rows; ++Column)
        for (int Row = 0; Row != Rows; ++Row)
          Sum += Elements[Row * Rows + Column];
    else
      for (int I = 0; I != Numbers; I += 8)
        Sum += corners(Elements + I);
  printf("%f\n", Sum);
  free(Elements);
  return 0;
}

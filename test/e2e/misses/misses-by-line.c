// Misses stand at the site, line and function that cause them, and split by
// structure; all rows add up to the profile's totals.
//
// L1 is 4 KB, so that each pass over 64 KB misses all its lines.
//
// RUN: %memfacet-clang -O1 -g -fno-vectorize -fno-unroll-loops %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --cache 'L1=4K,2;L2=32K,4' -- %t.prog
// RUN: %memfacet report --by line --json %t.mfp > %t.line
// RUN: %memfacet report --by site --json %t.mfp > %t.site
// RUN: %memfacet report --by function --json %t.mfp > %t.function
// RUN: %python %S/../Inputs/check-lines.py %s %t.line %t.site %t.function
// RUN: %python %S/../Inputs/check-sums.py %t.mfp %t.line %t.site %t.function
// RUN: %memfacet report --by line %t.mfp | FileCheck %s
// RUN: %memfacet report --by line --csv %t.mfp | FileCheck --check-prefix=CSV %s
// RUN: %memfacet annotate misses-by-line.c -p %t.mfp \
// RUN:   | FileCheck --check-prefix=MARGIN %s
// RUN: not %memfacet annotate misses-by-lin.c -p %t.mfp 2>&1 \
// RUN:   | FileCheck --check-prefix=TYPO %s
// RUN: not %memfacet report --by lines %t.mfp 2>&1 \
// RUN:   | FileCheck --check-prefix=BY %s
//
// CHECK: line accesses L1 misses rate L2 misses rate share missing structures
// CHECK: TOTAL {{.*}} 100.0 %
// CSV: file,line,column,function,accesses,loads,stores,L1_misses,L2_misses
// CSV: {{.*}}misses-by-line.c,{{[0-9]+}},0,copy,32768,16384,16384,2048,2048
// MARGIN: 16.4 K 1024 1024 25.0 % [[#]] Sum += Numbers[I]; // SUM Numbers 100.0 %
// TYPO: nothing in 'misses-by-lin.c' was executed; did you mean 'misses-by-line.c'?
// BY: unknown row 'lines'; did you mean 'line'?; rows: structure, site, line, function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
enum { Count = 16384 }; // of 4 bytes: 1024 lines

static int Numbers[Count] __attribute__((aligned(64)));
static int Copies[Count] __attribute__((aligned(64)));

__attribute__((noinline)) static void fill(void) {
  for (int I = 0; I < Count; ++I)
    Numbers[I] = I; // FILL
}

__attribute__((noinline)) static int sum(void) {
  int Sum = 0;
#pragma clang loop vectorize(disable)
  for (int I = 0; I < Count; ++I)
    Sum += Numbers[I]; // SUM
  return Sum;
}

__attribute__((noinline)) static void copy(void) {
  for (int I = 0; I < Count; ++I)
    *(volatile int *)&Copies[I] = Numbers[I] ^ 1; // COPY
}

int main(void) {
  fill();
  int Sum = sum();
  copy();
  return Sum == Copies[7] ? 1 : 0; // END
}

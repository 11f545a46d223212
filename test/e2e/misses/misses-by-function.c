// Without -g, functions are known by their symbols, and what they access and
// miss; of lines, the report says what to do.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O2 -g0 %s -o %t/prog
// RUN: cd %t && %memfacet record --cache 'L1=1K,2' -- ./prog
// RUN: cd %t && %memfacet report --by function | FileCheck %s --check-prefix=FUNCTION
// RUN: cd %t && %memfacet report --by function --csv | FileCheck %s --check-prefix=CSV
// RUN: cd %t && %memfacet report --by site | FileCheck %s --check-prefix=SITE
// RUN: cd %t && %memfacet report --by line memfacet.mfp | FileCheck %s --check-prefix=LINE
// RUN: cd %t && %memfacet check memfacet.mfp
//
// FUNCTION-NOT: -g
// FUNCTION: {{^}}sumUp 10.0 K 625 {{.*}} table 100.0 %
// FUNCTION: {{^}}fill 5000 313 {{.*}} table 100.0 %
// FUNCTION-NOT: -g
//
// CSV: file,line,column,function,accesses,loads,stores
// CSV-DAG: {{^}},0,0,sumUp,10000,10000,0,
// CSV-DAG: {{^}},0,0,fill,5000,0,5000,
//
// SITE: {{^}}sumUp, load 10.0 K
// SITE: {{^}}fill, store 5000
//
// LINE: [no debug information] 15.0 K
// LINE: TOTAL 15.0 K
// LINE-NEXT: no source lines for code compiled without -g: compile with -g, or type: memfacet report --by function
//
// With -g, no such line.
// RUN: %memfacet-clang -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record -o g.mfp -- ./prog
// RUN: cd %t && %memfacet report --by line g.mfp | FileCheck %s --check-prefix=DEBUG
// DEBUG-NOT: without -g
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static _Alignas(64) int table[10000];

__attribute__((noinline)) static void fill(volatile int *Cells) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (int I = 0; I < 5000; ++I)
    Cells[I] = I;
}

__attribute__((noinline)) static int sumUp(volatile int *Cells) {
  int Sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (int I = 0; I < 10000; ++I)
    Sum += Cells[I];
  return Sum;
}

int main(void) {
  fill(table);
  return sumUp(table) == 0;
}

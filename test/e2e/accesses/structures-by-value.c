// A structure that is passed by value is copied by code that IR does not show:
// the caller reads all of it, and writes it to where the called function finds
// its argument. After a public report on a race detector that saw neither.
//
// One call for each element of a table of 512 KiB: each of its 8192 lines is
// read, and misses. What was written over stays in the cache.
//
// REQUIRES: x86_64
// RUN: for Level in -O0 -O2 "-O2 -flto" "-O2 --memfacet-no-select"; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record --cache 'L1=32K,8;L2=256K,8' -o %t.mfp -- %t.prog && \
// RUN:   %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 'Table.loads == 4096' 'Table.stores == 0' \
// RUN:     'Table.L1.misses == 8192' 'Copy.stores == 4096' \
// RUN:     || exit 1; \
// RUN: done
// RUN: %memfacet record --lines 1/8 --cache 'L1=32K,8;L2=256K,8' \
// RUN:   -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp 'Table.loads == 4096' 'Copy.stores == 4096'
// RUN: %memfacet report %t.mfp --by site --csv | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct row {
  long Words[16];
};
_Alignas(64) static struct row Table[4096];

// The write stands where the function begins.
// CHECK-DAG: structures-by-value.c,[[#@LINE+1]],0,take,4096,0,4096,
__attribute__((noinline)) static long take(struct row Copy, int I) {
  return Copy.Words[I] + Copy.Words[I + 1];
}

int main(int Arguments, char **Values) {
  long Sum = 0;
  for (int I = 0; I < 4096; ++I)
    // CHECK-DAG: structures-by-value.c,[[#@LINE+1]],{{.*}},main,4096,4096,0,
    Sum += take(Table[I], Arguments);
  return (int)Sum;
}

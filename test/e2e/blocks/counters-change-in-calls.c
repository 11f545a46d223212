// Counters lie at a distance from a table of the program. The compiler must not
// take them for a part of it, which no call changes: with -flto, LLVM 19 loaded
// a counter once, before the call that writes it, and stored it again after.
//
// RUN: %memfacet-clang -O2 -flto -fuse-ld=lld-%major -g %s -o %t
// RUN: %memfacet record -o %t.mfp -- %t
// RUN: %memfacet report --csv %t.mfp | FileCheck %s
// CHECK: cells,{{.*}},64,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
volatile int cells[64];

int main(void) {
  for (int i = 0; i < 64; ++i)
    cells[i] = i;
  return 0;
}

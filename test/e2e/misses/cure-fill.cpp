// A table that is cleared in each round, and of which a few entries are used:
// the advice is to clear less, not to keep it in a cache. Of a table that is
// read as a whole after it was filled, this is not said.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=512K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=512K,8' -- ./prog read 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=READ
// RUN: cd %t && %memfacet record --lines 1/16 --cache 'L1=32K,8;L2=512K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=SELECTED
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=512K,8' -- ./prog copy some 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=COPIES
// COPIES: It is filled or cleared 10 times (10 MiB in all), but at most {{[0-9]+\.[0-9]}} %
// SELECTED: It is filled or cleared {{9|10|11}} times
// CHECK: 1. {{.*}} Table (array: 262 K
// CHECK: most at cure-fill.cpp:30.
// CHECK: It is filled or cleared 10 times (10 MiB in all), but at most 0.8 %
// CHECK: clear only what was touched
// CHECK: ; saves
// READ-NOT: filled or cleared

#include <cstdio>
#include <cstring>
#include <vector>

static char Copy[32];

int main(int Arguments, char **) {
  std::vector<int> Table(1 << 18);
  unsigned Place = 1, Sum = 0;
  for (int Round = 0; Round != 10; ++Round) {
    std::memset(Table.data(), Arguments, Table.size() * sizeof(int));
    for (int I = 0; I != 1000; ++I) {
      Place = Place * 1664525 + 1013904223;
      Table[Place >> 14] += I;
      Sum += unsigned(Table[(Place >> 14) ^ 77]);
      // Only the run says how long it is.
      if (Arguments == 3)
        std::memcpy(Copy, &Table[Place >> 15], Place % 32);
    }
    if (Arguments == 2)
      for (int Entry : Table)
        Sum += unsigned(Entry);
  }
  std::printf("%u %d\n", Sum, Copy[3]);
}

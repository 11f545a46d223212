// A binary search, as the library has it and with branches: each look decides
// where the next one is. The steps are those of a search, and the advice is to
// order the keys for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null
// RUN: cd %t && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// RUN: cd %t && %memfacet describe Keys | FileCheck %s --check-prefix=STEPS
// RUN: cd %t && %memfacet describe Records | FileCheck %s --check-prefix=STEPS
// CHECK-DAG: Keys {{.*}}It is searched: keep what is compared in an array without the rest, the middle first and then the quarters (level by level)
// CHECK-DAG: Records
// STEPS: accesses search (by comparisons) {{[6-9][0-9.]*}} %

#include <algorithm>
#include <cstdio>
#include <cstdlib>

struct Record {
  unsigned Key;
  char Text[60];
};

enum : unsigned { Count = 1 << 15 };

static unsigned *Keys;
static Record *Records;

static unsigned searchRecords(unsigned Wanted) {
  unsigned Low = 0, High = Count;
  while (High - Low > 1) {
    unsigned Middle = Low + (High - Low) / 2;
    if (Records[Middle].Key <= Wanted)
      Low = Middle;
    else
      High = Middle;
  }
  return Low;
}

int main() {
  Keys = static_cast<unsigned *>(malloc(Count * sizeof *Keys));
  Records = static_cast<Record *>(calloc(Count, sizeof *Records));
  if (!Keys || !Records)
    return 1;
  for (unsigned I = 0; I != Count; ++I)
    Keys[I] = Records[I].Key = 3 * I;
  unsigned Random = 1, Sum = 0;
  for (int I = 0; I != 100'000; ++I) {
    Random = Random * 1664525 + 1013904223;
    unsigned Wanted = unsigned((unsigned long)Random * 3 * Count >> 32);
    Sum += unsigned(std::lower_bound(Keys, Keys + Count, Wanted) - Keys);
    Sum += searchRecords(Wanted);
  }
  std::printf("%u\n", Sum);
  return 0;
}

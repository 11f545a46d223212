// A function of another object that is declared const or pure may be instrumented:
// its records stand between those of its caller. (All of xz's workers lost some.)
//
// RUN: %memfacet-clang -O2 -g -DTABLES -c %s -o %t.tables.o
// RUN: %memfacet-clang -O2 -g -c %s -o %t.main.o
// RUN: %memfacet-clang %t.tables.o %t.main.o -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %memfacet report --json %t.mfp > %t.json
// RUN: %expect %t.json \
// RUN:   'Sizes.loads == 1000' 'Names.loads == 1000' 'Numbers.loads == 2000' \
// RUN:   'Numbers.stores == 1000'
// RUN: FileCheck %s < %t.json
//
// CHECK: "lost_chunks": 0
// CHECK-NEXT: "unknown_words": 0
// CHECK-NEXT: "lost_order_numbers": 0
// CHECK-NEXT: "cut_records": 0
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int sizeOf(int Kind) __attribute__((const));
int nameOf(int Kind) __attribute__((pure));

#ifdef TABLES
volatile int Sizes[16] = {3, 1, 4, 1, 5};
volatile int Names[16] = {2, 7, 1, 8, 2};
int sizeOf(int Kind) { return Sizes[Kind & 15]; }
int nameOf(int Kind) { return Names[Kind & 15]; }
#else
volatile int Numbers[1000];

int main(void) {
  for (int I = 0; I < 1000; ++I) {
    int Before = Numbers[I];
    int Sum = sizeOf(I) + nameOf(I + Before);
    Numbers[I] = Sum + Before;
    Sum += Numbers[I];
  }
  return 0;
}
#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a function of many blocks, the cursor is carried as a number: LLVM's
// scheduler would follow all phi nodes of pointers at each store. Counts are
// those of any other function.
//
// RUN: %memfacet-clang -O2 -g -S -emit-llvm %s -o - | FileCheck %s
// RUN: %memfacet-clang -O2 -g %s -o %t
// RUN: %memfacet record --complete -o %t.mfp -- %t | FileCheck %s --check-prefix=OUT
// RUN: %expect %t.mfp 'Left.loads == 1000' 'Left.stores == 1000' \
// RUN:   'Right.loads == 1000' 'Right.stores == 1000' 'Sum.stores == 500'
//
// The one pointer is that of the counters, or of the first record.
// CHECK-LABEL: define {{.*}}void @compare(
// CHECK:       phi ptr
// CHECK-NOT:   phi ptr
// CHECK:       inttoptr i64
// CHECK-NOT:   phi ptr
// CHECK-LABEL: define {{.*}}@main(
// OUT: 250000

#include <stdio.h>

volatile long Sum;

__attribute__((noinline)) void add(int Number) { Sum += Number; }

#define ONE(N)                                                                 \
  if (A[N] > B[N])                                                             \
    add(N);
#define TEN(N)                                                                 \
  ONE(N) ONE(N + 1) ONE(N + 2) ONE(N + 3) ONE(N + 4) ONE(N + 5) ONE(N + 6)     \
  ONE(N + 7) ONE(N + 8) ONE(N + 9)
#define HUNDRED(N)                                                             \
  TEN(N) TEN(N + 10) TEN(N + 20) TEN(N + 30) TEN(N + 40) TEN(N + 50)           \
  TEN(N + 60) TEN(N + 70) TEN(N + 80) TEN(N + 90)

__attribute__((noinline)) void compare(const int *A, const int *B) {
  HUNDRED(0) HUNDRED(100) HUNDRED(200) HUNDRED(300) HUNDRED(400)
  HUNDRED(500) HUNDRED(600) HUNDRED(700) HUNDRED(800) HUNDRED(900)
}

int Left[1000], Right[1000];

int main(void) {
  for (int I = 0; I != 1000; ++I) {
    ((volatile int *)Left)[I] = I % 2;
    ((volatile int *)Right)[I] = 0;
  }
  compare(Left, Right);
  printf("%ld\n", Sum); // 1 + 3 + ... + 999
}

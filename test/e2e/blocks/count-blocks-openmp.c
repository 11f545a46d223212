// Threads of a team, which OpenMP keeps for the next loop, are counted as if they
// were recorded, each by itself: loops, reductions, a critical section and
// what only one thread does. The team's threads have no order of their own.
//
// RUN: %memfacet-clang -O2 -g -fopenmp %s -o %t.recorded
// RUN: %memfacet-clang --count-blocks -O2 -g -fopenmp %s -o %t.counted
// RUN: env OMP_DYNAMIC=false %memfacet record --blocks --interval 5K \
// RUN:   -o %t.recorded.mfp -- %t.recorded
// RUN: env OMP_DYNAMIC=false %memfacet record --interval 5K \
// RUN:   -o %t.counted.mfp -- %t.counted
// RUN: for Way in recorded counted; do \
// RUN:   %memfacet blocks --json %t.$Way.mfp > %t.$Way.json || exit 1; done
// RUN: %python %S/../reference/same_blocks.py %t.recorded.json %t.counted.json \
// RUN:   team | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CHECK: recorded counted: {{[1-9][0-9]+}} counts are the same

#include <stdio.h>

#define N 40000

static int Values[N];

int main(void) {
  long Sum = 0, Odd = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static)
    for (int I = 0; I < N; ++I)
      Values[I] = I % 7;
#pragma omp for schedule(static, 100) reduction(+ : Sum)
    for (int I = 0; I < N; ++I)
      if (Values[I] & 1)
        Sum += Values[I] * I;
#pragma omp critical
    for (int I = 0; I < 1000; ++I)
      Odd += Values[I] & 1;
#pragma omp master
    for (int I = 0; I < 100; ++I)
      Values[I] = 0;
  }
  printf("%ld %ld\n", Sum, Odd);
  return 0;
}

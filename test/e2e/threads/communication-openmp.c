// A reduction by OpenMP: in each round, each thread writes a row and, after a
// barrier, adds up the row of the next one. A row's lines are missed where they
// are read, but for the first round, in every order; so say all accesses, and a
// sample of them.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O2 -g -fopenmp %s -o %t/prog
// RUN: cd %t && env OMP_NUM_THREADS=4 %memfacet record --no-analysis --trace prog.mft -- ./prog
// RUN: cd %t && %memfacet simulate prog.mft --sharing --communication=10 -o both.mfp
// RUN: cd %t && %memfacet sharing both.mfp --json > exact.json
// RUN: cd %t && %memfacet communication both.mfp --replicas 0 --json > sample.json
// RUN: cd %t && %python %S/../reference/row_misses.py 4864 exact.json sample.json
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>

enum { Threads = 4, Longs = 512, Rounds = 20 };
static _Alignas(64) volatile long Rows[Threads][Longs];

int main(void) {
  long Sum = 0;
  for (int Round = 0; Round != Rounds; ++Round) {
#pragma omp parallel num_threads(Threads) reduction(+ : Sum)
    {
#pragma omp for schedule(static)
      for (int Row = 0; Row < Threads; ++Row)
        for (int I = 0; I != Longs; ++I)
          Rows[Row][I] = Row + Round;
#pragma omp for schedule(static)
      for (int Row = 0; Row < Threads; ++Row)
        for (int I = 0; I != Longs; ++I)
          Sum += Rows[(Row + 1) % Threads][I];
    }
  }
  printf("%ld\n", Sum);
  return 0;
}

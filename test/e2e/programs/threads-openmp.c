// OpenMP threads record too; the outlined function's name begins with its
// source function's.
//
// RUN: %memfacet-clang -O2 -g -fopenmp %s -o %t.prog
// RUN: env OMP_NUM_THREADS=3 %memfacet record -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp --threads \
// RUN:   'Cells.stores == Cells.loads == 3 * 1000' 'Mine.stores == 3 * 100' \
// RUN:   'Mine.objects == 3' 'Mine.function == "fill"'
// RUN: %python %S/../reference/thread_counts.py %t.mfp Cells | FileCheck %s
//
// CHECK-COUNT-3: loads 1000 stores 1000
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

enum { Count = 3000, Each = 100 };

volatile int Cells[Count];

static void fill(void) {
#pragma omp parallel
  {
    volatile int *Mine = malloc(Each * sizeof(int));
    for (int I = 0; I < Each; ++I)
      Mine[I] = I;
#pragma omp for schedule(static)
    for (int I = 0; I < Count; ++I)
      Cells[I] = Cells[I] + 1;
    free((void *)Mine);
  }
}

int main(void) {
  fill();
  return 0;
}

// Sums of a linear regression, one record of 40 bytes for each thread of the
// team: neighbours share lines.
//
// RUN: for Padded in "" -DPADDED; do \
// RUN:   %memfacet-clang -O1 -g -fopenmp $Padded %s -o %t$Padded && \
// RUN:   env OMP_NUM_THREADS=4 %memfacet record --no-analysis --trace %t$Padded.mft -- %t$Padded && \
// RUN:   %memfacet simulate %t$Padded.mft --sharing=pad -o %t$Padded.mfp && \
// RUN:   %memfacet false-sharing %t$Padded.mfp --json > %t$Padded.json || exit 1; \
// RUN: done
// RUN: %python %S/../Inputs/check-padding.py sums '[0].X [1].X [2].X' %t.json \
// RUN:   %t-DPADDED.json | FileCheck %s
// CHECK: elements: {{.*}} misses
//
// RUN: %memfacet false-sharing %t.mfp --csv | FileCheck %s --check-prefix=CSV
// CSV: misses,certain,wanted_structure,wanted_member,wanted_offset,
// CSV: {{[0-9]+,[0-9]+}},sums,[{{[0-3]}}].
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { Steps = 60, Points = 20 };

struct Sums {
#ifdef PADDED
  _Alignas(64)
#endif
  volatile long X;
  volatile long Y, XX, YY, XY;
};

int main(void) {
  int Team = omp_get_max_threads();
  struct Sums *sums = aligned_alloc(64, sizeof(struct Sums) * 64);
  for (int I = 0; I != Team; ++I)
    sums[I].X = sums[I].Y = sums[I].XX = sums[I].YY = sums[I].XY = 0;
#pragma omp parallel
  {
    struct Sums *Mine = &sums[omp_get_thread_num()];
    for (long Step = 0; Step != Steps; ++Step) {
      for (long I = 0; I != Points; ++I) {
        Mine->X += I;
        Mine->Y += Step;
        Mine->XX += I * I;
        Mine->YY += Step * Step;
        Mine->XY += I * Step;
      }
#pragma omp barrier
    }
  }
  printf("%ld\n", sums[0].XY + sums[1].XX);
  return 0;
}

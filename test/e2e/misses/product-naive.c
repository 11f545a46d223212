// The textbook product C = A B of 48 x 48 doubles, 288 lines of 64 bytes each,
// against the closed form and the program's own log. The caches are fully
// associative: L1 (32 lines) is too small for a column of B, L2 (128) holds one
// but not all of B, L3 (512) holds everything.
//
// RUN: %clang -O1 -DLOG %s -o %t.plain
// RUN: %t.plain > %t.log
// RUN: for Level in -O1 -O2 -O3; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft \
// RUN:     --cache 'L1=2K,full;L2=8K,full;L3=32K,full' -- %t.prog > %t.bases && \
// RUN:   %python %S/../reference/compare.py 'L1=2K,full;L2=8K,full;L3=32K,full' \
// RUN:     %t.log %t.bases %t.mfp || exit 1; \
// RUN: done
// RUN: %expect %t.mfp \
// RUN:   'A.loads == B.loads == 48**3' 'A.stores == B.stores == C.loads == 0' \
// RUN:   'C.stores == 48**2' \
// RUN:   'A.L1.misses == 48**3 // 8' 'A.L2.misses == A.L3.misses == 288' \
// RUN:   'B.L1.misses == 48**3' 'B.L2.misses == 48**3 // 8' \
// RUN:   'B.L3.misses == 288' \
// RUN:   'C.L1.misses == 48**2' 'C.L2.misses == C.L3.misses == 288' \
// RUN:   'A.type == B.type == C.type == "volatile double[48][48]"' \
// RUN:   'A.bytes == B.bytes == C.bytes == 48 * 48 * 8' \
// RUN:   'A.kind == "global"' 'A.objects == 1' 'A.line > 0' 'A.named'
//
// RUN: %python %S/../reference/compare_caches.py %memfacet %t.log %t.bases %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/log.h"

enum { N = 48 };

_Alignas(4096) volatile double A[N][N];
_Alignas(4096) volatile double B[N][N];
_Alignas(4096) volatile double C[N][N];

int main(void) {
  BASE(A);
  BASE(B);
  BASE(C);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      double Sum = 0;
      for (int K = 0; K < N; ++K)
        Sum += LOAD(A, A[I][K]) * LOAD(B, B[K][J]);
      STORE(C, C[I][J], Sum);
    }
  return 0;
}

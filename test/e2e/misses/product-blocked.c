// A blocked product: 32 x 32 doubles in tiles of 8 x 8 (8 lines), C updated
// tile by tile. L1 (48 lines, fully associative) holds three tiles and a tile's
// next neighbours, but no row of tiles: each of the 4^3 tile products loads its
// tiles of A and B once, and C's stays for a whole row of tile products. Small,
// set-associative hierarchies have no closed form, but the program's log.
//
// RUN: %clang -O1 -DLOG %s -o %t.plain
// RUN: %t.plain > %t.log
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft \
// RUN:   --cache 'L1=3K,full;L2=32K,full' -- %t.prog > %t.bases
// RUN: %python %S/../reference/compare.py 'L1=3K,full;L2=32K,full' \
// RUN:   %t.log %t.bases %t.mfp
// RUN: %expect %t.mfp 'A.loads == B.loads == C.loads == C.stores == 32**3' \
// RUN:   'A.L1.misses == B.L1.misses == 4**3 * 8' \
// RUN:   'A.L2.misses == B.L2.misses == C.L2.misses == 128' \
// RUN:   'C.L1.misses == 128'
//
// RUN: %python %S/../reference/compare_caches.py %memfacet %t.log %t.bases %t.mft \
// RUN:   'L1=1K,2;L2=6K,3;L3=16K,4;line=32'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/log.h"

enum { N = 32, Tile = 8 };

_Alignas(4096) volatile double A[N][N];
_Alignas(4096) volatile double B[N][N];
_Alignas(4096) volatile double C[N][N];

static void addTile(int I0, int J0, int K0) {
  for (int I = I0; I < I0 + Tile; ++I)
    for (int J = J0; J < J0 + Tile; ++J)
      for (int K = K0; K < K0 + Tile; ++K) {
        double Old = LOAD(C, C[I][J]);
        double Next = Old + LOAD(A, A[I][K]) * LOAD(B, B[K][J]);
        STORE(C, C[I][J], Next);
      }
}

int main(void) {
  BASE(A);
  BASE(B);
  BASE(C);
  for (int I = 0; I < N; I += Tile)
    for (int J = 0; J < N; J += Tile)
      for (int K = 0; K < N; K += Tile)
        addTile(I, J, K);
  return 0;
}

// Strides over 64 KB, four rounds each, closed form: a round touches
// 65536 / max(stride, 64) lines, and misses them all in every round unless each
// set keeps its lines. L1 is 32 sets of 4 ways, L2 128 sets of 8.
//
//   stride   lines  per set of L1   of L2    misses of L1     of L2
//       64    1024       32           8      4 * 1024       1024
//      256     256       32 (of 8)    8      4 * 256        256
//     4096      16       16 (of 1)    8      4 * 16         16
//    16384       4        4           4      4              4
//
// RUN: %clang -O1 -DLOG %s -o %t.plain
// RUN: %t.plain > %t.log
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft \
// RUN:   --cache 'L1=8K,4;L2=64K,8' -- %t.prog > %t.bases
// RUN: %python %S/../reference/compare.py 'L1=8K,4;L2=64K,8' \
// RUN:   %t.log %t.bases %t.mfp
// RUN: %expect %t.mfp \
// RUN:   'By64.loads == By64.L1.misses == 4 * 1024' 'By64.L2.misses == 1024' \
// RUN:   'By256.loads == By256.L1.misses == 4 * 256' 'By256.L2.misses == 256' \
// RUN:   'By4096.loads == By4096.L1.misses == 4 * 16' \
// RUN:   'By4096.L2.misses == 16' 'By16384.loads == 4 * 4' \
// RUN:   'By16384.L1.misses == By16384.L2.misses == 4'
//
// RUN: %python %S/../reference/compare_caches.py %memfacet %t.log %t.bases %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/log.h"

enum { Bytes = 65536, Rounds = 4 };

_Alignas(4096) volatile char By64[Bytes];
_Alignas(4096) volatile char By256[Bytes];
_Alignas(4096) volatile char By4096[Bytes];
_Alignas(4096) volatile char By16384[Bytes];

#define WALK(Array, Stride)                                                    \
  for (int Round = 0; Round < Rounds; ++Round)                                 \
    for (int I = 0; I < Bytes; I += (Stride))                                  \
  (void)LOAD(Array, Array[I])

int main(void) {
  BASE(By64);
  BASE(By256);
  BASE(By4096);
  BASE(By16384);
  WALK(By64, 64);
  WALK(By256, 256);
  WALK(By4096, 4096);
  WALK(By16384, 16384);
  return 0;
}

// To[J][I] = From[I][J] of 64 x 64 doubles (512 lines each, rows of 512 bytes).
// From is read along its lines; To is walked in columns, whose 64 lines fall
// into 8 of the 64 sets of L1 (8 per set, 4 ways): every store misses. L2 has
// 128 sets of 8 ways: 16 sets take 4 lines of a column of To each, and 2 ways'
// worth of From, so it keeps a column for the next 7 and misses each line once.
//
// RUN: %clang -O1 -DLOG %s -o %t.plain
// RUN: %t.plain > %t.log
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft --cache 'L1=16K,4;L2=64K,8' \
// RUN:   -- %t.prog > %t.bases
// RUN: %python %S/../reference/compare.py 'L1=16K,4;L2=64K,8' \
// RUN:   %t.log %t.bases %t.mfp
// RUN: %expect %t.mfp \
// RUN:   'From.loads == To.stores == 64 * 64' 'From.stores == To.loads == 0' \
// RUN:   'To.L1.misses == 64 * 64' 'To.L2.misses == 512' \
// RUN:   'From.L2.misses == 512' 'From.L1.writebacks == 0'
//
// The column walk of the closed form: sets that hold more lines of a column
// than ways miss all of them. Caches of 1, 2, 4, 8 and 16 ways with 64 sets.
// RUN: for Ways in 1 2 4 8 16; do \
// RUN:   Spec="L1=$((Ways * 4))K,$Ways;L2=1M,full" && \
// RUN:   %memfacet simulate %t.mft -o %t.2.mfp --cache "$Spec" && \
// RUN:   %python %S/../reference/compare.py "$Spec" %t.log %t.bases %t.2.mfp \
// RUN:     || exit 1; \
// RUN: done
//
// Direct-mapped: each store's line is soon evicted, but for those of the last
// column that are the last in their sets, 8. This depends on the order of the
// last load and store: the other way round, the load would evict one of the 8.
// RUN: %memfacet simulate %t.mft -o %t.2.mfp --cache 'L1=4K,1'
// RUN: %expect %t.2.mfp \
// RUN:   'To.L1.misses == 64 * 64' 'To.L1.writebacks == 64 * 64 - 8'
//
// RUN: %python %S/../reference/compare_caches.py %memfacet %t.log %t.bases %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/log.h"
#include <stdlib.h>

enum { N = 64 };
typedef volatile double Row[N];

int main(void) {
  Row *From = aligned_alloc(4096, N * sizeof(Row));
  Row *To = aligned_alloc(4096, N * sizeof(Row));
  BASE(From);
  BASE(To);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      STORE(To, To[J][I], LOAD(From, From[I][J]));
  free((void *)From);
  free((void *)To);
  return 0;
}

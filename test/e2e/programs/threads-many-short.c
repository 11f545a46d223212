// Two thousand threads, one after the other and in pairs: every access counts,
// and memory stays bounded (each thread's chunks and caches are taken back).
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp \
// RUN:   'Cells.stores == 2000 * 64' 'len(report["threads"]) == 2001' \
// RUN:   'report["loss"]["lost_chunks"] == 0'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

enum { Pairs = 1000, Each = 64 };

volatile long Cells[2][Each];

static void *work(void *Slice) {
  volatile long *Mine = Slice;
  for (int I = 0; I < Each; ++I)
    Mine[I] = I;
  return 0;
}

int main(void) {
  for (int I = 0; I < Pairs; ++I) {
    pthread_t One, Two;
    pthread_create(&One, 0, work, (void *)Cells[0]);
    pthread_create(&Two, 0, work, (void *)Cells[1]);
    pthread_join(One, 0);
    pthread_join(Two, 0);
  }
  return 0;
}

// Vectors that are projected while they are recorded are those that are
// projected later, to the last bit: the same labels and the same distances from
// centers. Sparse vectors are recorded only where they are asked for.
//
// RUN: %memfacet-clang -O1 -g %s -o %t -lpthread
// RUN: %memfacet record --phases=projected-blocks --blocks --interval 20K --trace %t.mft -o %t.both.mfp -- %t 3 > %t.counts
// RUN: %memfacet record --phases=projected-blocks --interval 20K -o %t.few.mfp -- %t 1 > %t.counts
// RUN: %memfacet record --phases=projected-blocks,dimensions=8 --interval 20K -o %t.eight.mfp -- %t 2 > %t.counts
//
// RUN: %memfacet phases %t.both.mfp --signature blocks --labels %t.sparse > /dev/null
// RUN: %memfacet phases %t.both.mfp --signature projected-blocks --labels %t.projected | FileCheck %s --check-prefix=NAMES
// NAMES: signature {{ *}}block vectors, projected while recorded, 15 dimensions
// RUN: cmp %t.sparse %t.projected
// RUN: %memfacet phases %t.both.mfp --signature blocks --dimensions 32 --labels %t.sparse > /dev/null
// RUN: %memfacet phases %t.both.mfp --signature projected-blocks --dimensions 32 --labels %t.projected > /dev/null
// RUN: cmp %t.sparse %t.projected
//
// Several recorded intervals together are the sum of their numbers.
// RUN: %memfacet phases %t.both.mfp --signature blocks --interval 60K --csv > %t.sparse
// RUN: %memfacet phases %t.both.mfp --signature projected-blocks --interval 60K --csv > %t.projected
// RUN: cmp %t.sparse %t.projected
//
// The numbers themselves, from the counts of blocks alone.
// RUN: %python %S/../reference/projected_blocks.py %t.both.mfp 32 | FileCheck %s --check-prefix=SUMS
// SUMS: {{[0-9]+}} intervals of 3 threads: each of 32 sums is exact
//
// The same of the trace; a row of the matrix is the same in all runs, so they
// are clustered together.
// RUN: %memfacet simulate %t.mft --phases=projected-blocks --interval 20K -o %t.again.mfp
// RUN: %memfacet phases %t.both.mfp --signature projected-blocks --csv > %t.sparse
// RUN: %memfacet phases %t.again.mfp --signature projected-blocks --csv | cmp - %t.sparse
// RUN: %memfacet phases %t.few.mfp %t.both.mfp --signature projected-blocks --k 2 --csv > %t.runs
// RUN: %python %S/../reference/projected_blocks.py --runs %t.runs | FileCheck %s --check-prefix=RUNS
// RUNS: thread 0 of run 1 and thread 0 of run 2: the same phases
//
// RUN: bash -c '%memfacet blocks %t.few.mfp; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: memfacet: '{{.*}}' has no block vectors
// RUN: %memfacet phases %t.eight.mfp --signature projected-blocks | FileCheck %s --check-prefix=EIGHT
// EIGHT: projected while recorded, 8 dimensions
// RUN: bash -c '%memfacet phases %t.few.mfp %t.eight.mfp --signature projected-blocks; test $? = 1' 2>&1 | FileCheck %s --check-prefix=DIFFER
// DIFFER: memfacet: block vectors are projected to 8 and 32 dimensions in these profiles; type: --dimensions 8
// RUN: %memfacet phases %t.few.mfp %t.eight.mfp --signature projected-blocks --dimensions 8 > /dev/null
// RUN: bash -c '%memfacet phases %t.few.mfp --signature blocks; test $? = 1' 2>&1 | FileCheck %s --check-prefix=SPARSE
// SPARSE: has no basic block vectors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { Count = 4096, Rounds = 12 };

__attribute__((noinline)) static void walk(long *Data) {
  for (int Round = 0; Round != Rounds; ++Round)
    for (int I = 0; I != Count; ++I)
      Data[I] = Data[I] * 3 + Round;
}

__attribute__((noinline)) static void jump(long *Data) {
  unsigned At = 1;
  for (int I = 0; I != Rounds * Count; ++I) {
    At = At * 1103515245u + 12345u;
    Data[At >> 20] ^= At;
  }
}

static void *work(void *Argument) {
  long *Data = Argument;
  for (int I = 0; I != 4; ++I) {
    walk(Data);
    jump(Data);
  }
  return NULL;
}

int main(int Arguments, char **Words) {
  int Threads = Arguments > 1 ? atoi(Words[1]) : 1;
  pthread_t Ids[8];
  long *Data = calloc(Count * 8, sizeof(long));
  for (int T = 1; T < Threads; ++T)
    pthread_create(&Ids[T], NULL, work, Data + T * Count);
  work(Data);
  for (int T = 1; T < Threads; ++T)
    pthread_join(Ids[T], NULL);
  printf("%ld\n", Data[7]);
  free(Data);
  return 0;
}

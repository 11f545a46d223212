// Eight threads, each on a slice of its own and on a shared table: exact counts
// per structure and per thread, whatever the interleaving.
//
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp --threads 'Slices.stores == 8 * 5000' 'Shared.loads == 8 * 5000' \
// RUN:   'Slices.loads == Shared.stores == 0' \
// RUN:   'len(report["threads"]) == 9' \
// RUN:   'all(t["parent"] == 0 for t in report["threads"])' \
// RUN:   'len(kind("stack")) <= 9'
// RUN: %python %S/../reference/thread_counts.py %t.mfp Slices > %t.txt
// RUN: FileCheck %s < %t.txt
//
// CHECK-COUNT-8: loads 0 stores 5000
// CHECK-NOT: stores
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

enum { Threads = 8, Each = 5000 };

volatile int Slices[Threads][Each];
volatile int Shared[Each];

static void *work(void *Slice) {
  volatile int *Mine = Slice;
  for (int I = 0; I < Each; ++I)
    Mine[I] = Shared[I];
  return 0;
}

int main(void) {
  pthread_t Handles[Threads];
  for (int I = 0; I < Threads; ++I)
    pthread_create(&Handles[I], 0, work, (void *)Slices[I]);
  for (int I = 0; I < Threads; ++I)
    pthread_join(Handles[I], 0);
  return 0;
}

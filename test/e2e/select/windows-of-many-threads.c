// The first accesses of a thread are recorded whatever line they are to:
// 131,072 of the first 64 threads, then of 8 for each doubling of their number,
// and 512 of the others. `describe` knows how accesses in windows follow one
// another.
//
// RUN: %memfacet-clang -O1 -g -pthread %s -o %t
// RUN: rm -f %t.mfp && %memfacet record -o %t.mfp --lines 1/8 -- %t
// RUN: %memfacet describe %t.mfp early | FileCheck %s
// 64 + 8 + 4 of the 200 threads, of 50,000 accesses each, begin with a long
// window.
// CHECK: patterns of 3.8{{[0-9]}} M of 10.0 M accesses
// One place accesses both arrays. Threads after the 100th use another one than
// most of those with long windows.
// RUN: %memfacet report --csv %t.mfp | FileCheck %s --check-prefix=COUNTS
// COUNTS-DAG: early,{{.*}},5000000,5000000,0,
// COUNTS-DAG: late,{{.*}},5000000,5000000,0,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

#define Threads 200
#define Accesses 50000
#define Size 4096

static volatile int early[Size], late[Size];

static void *run(void *array) {
  volatile int *numbers = array;
  for (int i = 0; i < Accesses; ++i)
    (void)numbers[i % Size];
  return 0;
}

int main(void) {
  for (int i = 0; i < Threads; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, 0, run,
                       (void *)(i < Threads / 2 ? early : late)))
      return 1;
    pthread_join(thread, 0);
  }
}

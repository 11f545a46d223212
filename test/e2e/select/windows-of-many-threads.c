// The first accesses of a thread are recorded whatever line they are to:
// 131,072 of the first threads, and half as many with each doubling of their
// number, down to 512. `describe` knows how accesses in windows follow one
// another.
//
// RUN: %memfacet-clang -O1 -g -pthread %s -o %t
// RUN: rm -f %t.mfp && %memfacet record -o %t.mfp --lines 1/8 -- %t
// RUN: %memfacet describe %t.mfp early | FileCheck %s
// Each of 200 threads has 50,000 accesses: 6 record all, then 8, 16, 32 and
// 64 threads 262,144 together, the others 2048 each.
// CHECK: patterns of 1.50 M of 10.0 M accesses
// One place accesses both arrays. Threads after the 100th use another one than
// those with long windows.
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

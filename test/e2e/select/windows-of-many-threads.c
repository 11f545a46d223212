// The first accesses of a thread are recorded whatever line they are to: of the
// first 64 threads, then of 8 for each doubling of their number. Threads of 50,000
// accesses are too short for another window. `describe` knows how accesses in
// windows follow one another.
//
// RUN: %memfacet-clang -O1 -g -pthread %s -o %t
// RUN: rm -f %t.mfp && %memfacet record -o %t.mfp --lines 1/8 -- %t
// RUN: %memfacet describe %t.mfp numbers | FileCheck %s
// 64 + 8 + 4 of the 200 threads begin with a window.
// CHECK: patterns of 3.80 M of 10.0 M accesses
// RUN: %memfacet report --csv %t.mfp | FileCheck %s --check-prefix=COUNTS
// COUNTS: numbers,{{.*}},10000000,10000000,0,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

#define Threads 200
#define Accesses 50000

static volatile int numbers[4096];

static void *run(void *unused) {
  for (int i = 0; i < Accesses; ++i)
    (void)numbers[i % 4096];
  return unused;
}

int main(void) {
  for (int i = 0; i < Threads; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, 0, run, 0))
      return 1;
    pthread_join(thread, 0);
  }
}

// A child of vfork writes the memory of its parent. What it touches is the
// parent's.
//
// RUN: %clang -O2 -w %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O2 -g -w %s -o %t && for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 'Written.accesses == 5 * 2001' 'After.accesses == 5 * 2000' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
volatile int Written[1000], After[1000];
int main(void) {
  for (int K = 0; K != 5; ++K) {
    pid_t P = vfork();
    if (P == 0) {
      for (int I = 0; I != 1000; ++I)
        Written[I] = Written[I] + 1;
      free(malloc(1000));
      _exit(7);
    }
    int S;
    waitpid(P, &S, 0);
    for (int I = 0; I != 1000; ++I)
      After[I] = After[I] + 1;
    printf("%d %d\n", WEXITSTATUS(S), Written[999]);
  }
}

// A thread that cannot be created leaves no trace: its creator gets the error,
// and the next one runs.
//
// RUN: %clang -O2 -w -pthread %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O2 -g -w -pthread %s -o %t && for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 'Cells.accesses == 10 * 200 + 1' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
volatile int Cells[100];
static void *run(void *P) {
  for (int I = 0; I != 100; ++I)
    Cells[I] = Cells[I] + 1;
  return P;
}
int main(void) {
  pthread_t T;
  pthread_attr_t A;
  pthread_attr_init(&A);
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(1000, &Set);
  pthread_attr_setaffinity_np(&A, sizeof Set, &Set);
  for (int I = 0; I != 10; ++I) {
    printf("%s\n", strerror(pthread_create(&T, &A, run, NULL)));
    printf("%s\n", strerror(pthread_create(&T, NULL, run, NULL)));
    pthread_join(T, NULL);
  }
  pthread_attr_setstacksize(&A, 1ul << 46);
  printf("%s\n", strerror(pthread_create(&T, &A, run, NULL)));
  printf("%d\n", Cells[99]);
}

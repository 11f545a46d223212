// A thread waits while the process ends. What it has counted since its last
// interval is written all the same.
//
// RUN: %memfacet-clang -O2 -g %s -o %t -pthread
// RUN: %memfacet record -o %t.mfp -- %t
// RUN: %memfacet report --csv --all %t.mfp | FileCheck %s
//
// Per iteration a load and a store of the heap, and one load in main.
// CHECK: {{^}}Heap,heap,{{.*}},200001,100001,100000,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long *Heap;
static pthread_barrier_t Done;

__attribute__((noinline)) static void add(long *P, int Times) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (int I = 0; I < Times; ++I)
    P[I % 100] += I;
}

static void *work(void *Unused) {
  add(Heap, 100000);
  pthread_barrier_wait(&Done);
  pthread_barrier_wait(&Done);
  return Unused;
}

int main(void) {
  Heap = calloc(100, sizeof *Heap);
  pthread_barrier_init(&Done, 0, 2);
  pthread_t Thread;
  pthread_create(&Thread, 0, work, 0);
  pthread_barrier_wait(&Done);
  printf("%ld\n", Heap[7]);
  return 0;
}

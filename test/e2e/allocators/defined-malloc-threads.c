// A program that defines malloc itself: a block that another thread releases is
// another object when it is handed out again.
//
// RUN: %memfacet-clang -O1 -g %s -pthread -o %t
// RUN: %memfacet record -o %t.mfp -- %t | FileCheck %s
// RUN: %expect %t.mfp 's("piece", "heap").objects == 4' \
// RUN:   's("piece", "heap").bytes == 4 * 64' \
// RUN:   'not any("releases" in note for note in report["notes"])'
//
// CHECK: 6
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
static char Heap[1 << 16] __attribute__((aligned(64)));
static size_t Used;
static void *_Atomic Free64;
void *malloc(size_t Bytes) {
  Bytes = (Bytes + 63) & ~(size_t)63;
  if (Bytes == 64) {
    void *P = atomic_exchange(&Free64, NULL);
    if (P)
      return P;
  }
  void *P = Heap + Used;
  Used += Bytes;
  return P;
}
void free(void *P) {
  if (P)
    atomic_store(&Free64, P);
}
static void *volatile Handed;
static void *release(void *A) {
  free(Handed);
  return A;
}
int main(void) {
  long Sum = 0;
  for (int I = 0; I != 4; ++I) {
    long *piece = malloc(64);
    for (int K = 0; K != 8; ++K)
      piece[K] = I;
    Sum += piece[3];
    Handed = piece;
    pthread_t T;
    pthread_create(&T, 0, release, 0);
    pthread_join(T, 0);
  }
  printf("%ld\n", Sum);
  return 0;
}

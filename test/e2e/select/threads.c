// Each thread selects for itself. One after the other they write to the same
// objects, and what they leave dirty is written back after the shared level.
//
// RUN: %memfacet-clang -O1 -g -pthread %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=8K,2;L2=16K,4;L3=64K,8,shared" --but stack,local \
// RUN:   --accesses-of-complete -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,16,shared" --but stack,local \
// RUN:   --accesses-of-complete -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=128K,16;L2=1M,16,shared" --but stack,local -- %t | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long global[2000];
static long *heap;
static _Thread_local int own[20];

static void *work(void *argument) {
  int number = *(int *)argument;
  for (int i = 0; i < 2000; ++i) {
    global[i] += i * number;
    heap[(i * 7) % 2000] += global[i];
    ++own[i % 20];
  }
  for (int i = 0; i < 100; ++i) {
    char *short_lived = malloc(50);
    short_lived[i % 50] = (char)number;
    heap[i] += short_lived[i % 50];
    free(short_lived);
  }
  return NULL;
}

int main(void) {
  static int numbers[6];
  heap = calloc(2000, sizeof *heap);
  for (int i = 0; i < 6; ++i) {
    pthread_t thread;
    numbers[i] = i + 1;
    pthread_create(&thread, NULL, work, &numbers[i]);
    pthread_join(thread, NULL);
    work(&numbers[i]);
  }
  printf("%ld %ld\n", global[77], heap[99]);
}

// Accesses that reach into the next line: vectors at multiples of 8, directly and
// through pointers, and stretches of memory of any length. Where they store, both
// lines are dirty.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=8K,2;L2=32K,4;L3=256K,8" -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=16K,4;L2=32K,4" -- %t | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned vector
    __attribute__((vector_size(16), aligned(8), may_alias));

static long numbers[3000], others[3000];

__attribute__((noinline)) static unsigned direct(unsigned from, unsigned step) {
  vector sum = {0, 0, 0, 0};
  for (unsigned i = from; i + 2 <= 3000; i += step) {
    sum += *(vector *)&numbers[i];
    *(vector *)&others[i] = sum;
  }
  return sum[0];
}

__attribute__((noinline)) static unsigned pointers(long *to, const long *from,
                                                   int n) {
  vector sum = {1, 1, 1, 1};
  for (int i = 0; i + 2 <= n; ++i) {
    sum += *(const vector *)&from[i];
    *(vector *)&to[i] = sum;
  }
  return sum[1];
}

// Backwards: the next line was written before.
__attribute__((noinline)) static void backwards(long *to, int n) {
  for (int i = n - 2; i >= 0; --i)
    *(vector *)&to[i] += (vector){1, 2, 3, 4};
}

// Only the second line is there, or neither.
__attribute__((noinline)) static unsigned cold(long *memory, int n) {
  unsigned sum = 0;
  for (int i = 0; i + 16 <= n; i += 16) {
    memory[i + 8] = i;
    sum += (*(vector *)&memory[i + 7])[2];
    *(vector *)&memory[i + 7] = (vector){sum, 1, 2, 3};
  }
  for (int i = 7; i + 2 <= n; i += 512)
    *(vector *)&memory[i] = (vector){sum, 3, 2, 1};
  return sum;
}

int main(void) {
  unsigned sum = 0;
  long *heap = malloc(5000 * sizeof *heap), *more = malloc(5000 * sizeof *heap);
  memset(heap, 1, 5000 * sizeof *heap);
  memset(more, 2, 5000 * sizeof *heap);
  for (unsigned round = 0; round < 3; ++round) {
    sum += direct(round, 1 + round);
    sum += pointers(heap, more, 5000);
    backwards(more, 5000);
    sum += cold(heap, 5000) + cold(more, 5000);
    // 40 KB that was read just now: its end leaves before it is written.
    memset(heap, (int)round, 5000 * sizeof *heap);
    memcpy((char *)more + 3, (char *)heap + 13, 6000);
    memmove((char *)more + 60, (char *)more + 30, 100);
    for (int i = 0; i < 200; ++i) {
      memset((char *)heap + 50 * i, i, 5 + i % 150);
      memcpy((char *)others + 70 * i, (char *)numbers + 30 * i, 1 + i % 140);
    }
  }
  printf("%u\n", sum);
  return 3;
}

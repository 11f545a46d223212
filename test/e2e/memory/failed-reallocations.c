// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reallocation that fails changes nothing: the block has the size that the
// program asked for, not the one that would fit (8008 for 8000 bytes).
//
// RUN: %memfacet-clang -O2 -g %s -o %t
// RUN: %memfacet record --complete -o %t.mfp -- %t | FileCheck %s
// RUN: %expect %t.mfp 's("Numbers", "heap").objects == 1' \
// RUN:   's("Numbers", "heap").bytes == 8000' \
// RUN:   's("Numbers", "heap").peak_bytes == 8000' \
// RUN:   's("Numbers", "heap").stores == 1000' \
// RUN:   's("Numbers", "heap").loads == 1000'
//
// CHECK: 1 1 499500

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile long *Numbers = malloc(8000);
  for (long I = 0; I != 1000; ++I)
    Numbers[I] = I;
  volatile size_t Huge = PTRDIFF_MAX;
  int First = realloc((void *)Numbers, Huge) == NULL;
  int Second = reallocarray((void *)Numbers, Huge, 8) == NULL;
  long Sum = 0;
  for (long I = 0; I != 1000; ++I)
    Sum += Numbers[I];
  printf("%d %d %ld\n", First, Second, Sum);
  free((void *)Numbers);
}

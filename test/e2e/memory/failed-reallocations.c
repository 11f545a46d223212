// A reallocation that fails changes nothing: the block has the size that the
// program asked for, whoever provides the allocator, and is still the owner of
// its memory. A reallocation to nothing releases the block.
//
// RUN: for How in "-O0" "-O2" "-O2 -static"; do \
// RUN:   %memfacet-clang $How -w -g %s -o %t && \
// RUN:   for Mode in "" --complete; do \
// RUN:     %memfacet record $Mode --trace %t.mft -o %t.mfp -- %t > %t.out && \
// RUN:     FileCheck %s < %t.out && %memfacet check %t.mfp %t.mft && \
// RUN:     %expect %t.mfp 's("Numbers", "heap").objects == 1' \
// RUN:       's("Numbers", "heap").bytes == 8000' \
// RUN:       's("Numbers", "heap").peak_bytes == 8000' \
// RUN:       's("Numbers", "heap").stores == 1000' \
// RUN:       's("Numbers", "heap").loads == 1000' \
// RUN:       's("Gone", "heap").objects == 3' \
// RUN:       's("Gone", "heap").peak_bytes == 4000' \
// RUN:       's("[unattributed]").loads == 0' || { echo "$How $Mode"; exit 1; }; \
// RUN:   done || exit 1; \
// RUN: done
//
// CHECK: 1 1 499500
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile long *Numbers = malloc(8000);
  for (long I = 0; I != 1000; ++I)
    Numbers[I] = I;
  volatile size_t Huge = PTRDIFF_MAX, Nothing = 0;
  int First = realloc((void *)Numbers, Huge) == NULL;
  int Second = reallocarray((void *)Numbers, Huge, 8) == NULL;
  long Sum = 0;
  for (long I = 0; I != 1000; ++I)
    Sum += Numbers[I];
  for (int I = 0; I != 3; ++I) {
    volatile char *Gone = malloc(4000);
    Gone[0] = 1;
    if (realloc((void *)Gone, Nothing))
      abort();
  }
  printf("%d %d %ld\n", First, Second, Sum);
  free((void *)Numbers);
}

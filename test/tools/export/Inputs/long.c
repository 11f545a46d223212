/* Accesses to many lines, to two, and to one. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Bytes = 40000 };

int main(void) {
  char *from = aligned_alloc(64, 65536), *to = aligned_alloc(64, 65536);
  long sum = 0;
  memset(from + 60, 7, Bytes);
  for (int i = 0; i < 5; ++i) {
    memcpy(to + 8, from + 4, Bytes);
    memmove(to, to + 63, Bytes - 1);
    long *across = (long *)(to + 64 * i + 60);
    ++*across;
    sum += *across + from[i] + memcmp(from, to, 16);
  }
  printf("%ld\n", sum);
}

/* A local that begins long before the interval that is looked at. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>

enum { Cells = 1 << 15 };

__attribute__((noinline)) long walk(volatile long *cells) {
  long sum = 0;
  for (int i = 0; i < Cells; i += 8)
    sum += cells[i];
  return sum;
}

int main(void) {
  volatile long field[Cells];
  long sum = 0;
  for (int i = 0; i < Cells; ++i)
    field[i] = i;
  for (int round = 0; round < 100; ++round)
    sum += walk(field);
  printf("sum %ld\n", sum);
  return 0;
}

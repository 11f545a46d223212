/* Three structures of one name, two of them of one type. */
#include <stdio.h>
#include <stdlib.h>
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "sub/rows.h"

static long longs(int n, int step) {
  long *rows = malloc((size_t)n * sizeof *rows), sum = 0;
  for (int i = 0; i < n; i += 1)
    rows[i] = i * step;
  for (int i = 0; i < n; i += step)
    sum += rows[i];
  free(rows);
  return sum;
}

static long ints(int n, int step) {
  int *rows = malloc((size_t)n * sizeof *rows);
  long sum = 0;
  for (int i = 0; i < n; i += 1)
    rows[i] = i * step;
  for (int i = 0; i < n; i += step)
    sum += rows[i];
  free(rows);
  return sum;
}

int main(int count, char **words) {
  (void)words;
  printf("%ld\n", longs(20000, count) + ints(20000, count) +
                      more(20000, count));
  return 0;
}

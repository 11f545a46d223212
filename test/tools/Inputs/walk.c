#include <stdio.h>
#include <stdlib.h>
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int table[4096];

int main(int argc, char **argv) {
  int *heights = aligned_alloc(64, 65536 * sizeof *heights);
  long sum = 0;
  for (int i = 0; i < 65536; ++i)
    heights[i] = i + argc;
  for (int i = 0; i < 65536; i += 16)
    sum += heights[i] + table[i % 4096];
  printf("sum %ld\n", sum);
  free(heights);
  return argc > 1 ? atoi(argv[1]) : 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static long more(int n, int step) {
  int *rows = malloc((size_t)n * sizeof *rows);
  long sum = 0;
  for (int i = 0; i < n; i += 1)
    rows[i] = i * step;
  for (int i = 0; i < n; i += step)
    sum += rows[i];
  free(rows);
  return sum;
}

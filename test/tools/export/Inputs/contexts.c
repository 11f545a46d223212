/* One function allocates for two callers. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>

static long *cells;

__attribute__((noinline)) static void make(long count) {
  cells = malloc((size_t)count * sizeof *cells);
  for (long i = 0; i < count; ++i)
    *(volatile long *)&cells[i] = i;
  free(cells);
}

__attribute__((noinline)) static void left(void) { make(100); }
__attribute__((noinline)) static void right(void) { make(300); }

int main(void) {
  left();
  right();
  return 0;
}

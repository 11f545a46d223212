/* Accesses before, in and after the region of interest. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <memfacet/memfacet.h>
#include <stdlib.h>

enum { Cells = 4096 };

static void fill(volatile int *cells, int value) {
  for (int i = 0; i != Cells; ++i)
    cells[i] = value;
}

int main(void) {
  int *cells = malloc(Cells * sizeof *cells);
  fill(cells, 1);
  MEMFACET_ROI_BEGIN();
  fill(cells, 2);
  MEMFACET_ROI_END();
  fill(cells, 3);
  free(cells);
  return 0;
}

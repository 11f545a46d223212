// A record that ends in an array of any length is one element, however long it
// is, and whether or not its length is a multiple of what its type says.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record --cache 'L1=4K,4;L2=8K,8' -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("rows[]") == 200' \
// RUN:     'type("rows[]") == "struct row"' \
// RUN:     's("rows[]").element_bytes == 0' || exit 1; \
// RUN:   %memfacet report %t.mfp | tr -s "\n " " " | FileCheck %s || exit 1; \
// RUN: done
// CHECK: rows[] (single objects: 200 struct row of 104 B on average)
// CHECK-NOT: 512 elements
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

enum { Rows = 200, Cells = 12 };

struct row {
  int count, capacity;
  long cells[];
};

int main(void) {
  struct row *rows[Rows];
  long sum = 0;
  for (int i = 0; i < Rows; i++) {
    rows[i] = malloc(sizeof(struct row) + Cells * sizeof(long));
    rows[i]->count = rows[i]->capacity = Cells;
    for (int j = 0; j < Cells; j++)
      rows[i]->cells[j] = i * j;
  }
  for (int round = 0; round < 50; round++)
    for (int i = 0; i < Rows; i++)
      for (int j = 0; j < rows[(i * 77) % Rows]->count; j++)
        sum += rows[(i * 77) % Rows]->cells[j];
  printf("%ld\n", sum);
}

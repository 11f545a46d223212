// A forked child knows its globals and what it allocates itself. Of blocks that
// its parent had allocated it knows what it says of them; a note tells that.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: bash -c 'cd %t.dir && %memfacet record --exact -- %t && mv memfacet.[0-9]*.mfp child.mfp'
// RUN: %expect %t.dir/child.mfp --all \
// RUN:   's("own", "heap").stores == 15000' \
// RUN:   's("table", "global").loads == 15000' \
// RUN:   's("table", "global").stores == 15000' \
// RUN:   's("list").loads == 15000' \
// RUN:   's("[unattributed]").loads == 15000'
// RUN: %memfacet report %t.dir/child.mfp | FileCheck %s --check-prefix=NOTE
// RUN: %memfacet report %t.dir/memfacet.mfp | FileCheck %s --check-prefix=PARENT
// NOTE: note {{.*}}this is a forked child: memory that its parent had allocated is [unattributed]
// PARENT-NOT: forked child
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memfacet/memfacet.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct cell {
  struct cell *next;
  long value;
};
static long table[4096];

int main(void) {
  // Whole lines: what the child does not know is counted with its neighbours.
  struct cell *cells = aligned_alloc(64, 3000 * sizeof *cells);
  long *values = aligned_alloc(64, 3000 * sizeof *values);
  for (int i = 0; i < 3000; ++i) {
    cells[i] = (struct cell){i ? &cells[i - 1] : 0, i};
    values[i] = i;
  }
  if (fork() != 0)
    return wait(0) < 0;
  MEMFACET_REGION(cells, 3000 * sizeof *cells, "list");
  long *own = malloc(3000 * sizeof *own), sum = 0;
  for (int round = 0; round < 5; ++round)
    for (int i = 0; i < 3000; ++i) {
      sum += cells[i].value + values[i];
      table[i] += sum;
      own[i] = sum;
    }
  return own[5] == 1;
}

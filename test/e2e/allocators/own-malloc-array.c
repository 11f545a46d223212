// A malloc of the program's own hands out an array. The blocks are on top; what
// is left, and the words that count them, stay the array's.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %memfacet record --exact -o %t.mfp -- %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=replaced
// RUN: %expect %t.mfp --all \
// RUN:   's("Nodes", "heap").peak_bytes == 160000' \
// RUN:   's("Arena", "global").peak_bytes == 1048576 - 160000' \
// RUN:   's("Arena", "global").accesses == 30000' \
// RUN:   's("[unattributed]").accesses == 0'
// RUN: %memfacet report %t.mfp | FileCheck %s --check-prefix=TOTAL
// CHECK: instructions
// TOTAL: {{^TOTAL +1.00 MiB }}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>

static volatile long Arena[1 << 17];

void *malloc(size_t Bytes) {
  char *Block = (char *)Arena + 4096 + Arena[0];
  Arena[0] += Bytes;
  return Block;
}

struct node {
  struct node *Next;
  long Key;
};

static struct node *Nodes;

int main(void) {
  for (int I = 0; I != 10000; ++I) {
    struct node *N = malloc(sizeof *N);
    N->Next = Nodes;
    N->Key = I;
    Nodes = N;
  }
  return 0;
}

// What costs most: a list among other memory wants a pool, a matrix that is
// walked across its rows wants another order of its loops. `memfacet` alone
// shows the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache L1=32K,8 -- ./prog 2> /dev/null
// RUN: cd %t && %memfacet report | FileCheck %s
// RUN: cd %t && %memfacet report --findings > findings.txt
// RUN: cd %t && %memfacet > alone.txt && diff findings.txt alone.txt
// RUN: FileCheck %s --check-prefix=SHORT < %t/findings.txt
// RUN: cd %t && %memfacet report --findings --json | FileCheck %s --check-prefix=JSON
// RUN: cd %t && not %memfacet report --findings --by line 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: --findings goes with --json, --top and --all only

// CHECK: model
// CHECK: what costs most
// CHECK-NEXT: 1. 90.{{.}} % of L1 misses: matrix (int[1024]) (array: 1024 int[1024] of 4 KiB), sequential
// CHECK: another row of 4 KiB: walk along the rows
// CHECK: memfacet report --by line
// CHECK-NEXT: 2. 9.{{.}} % of L1 misses: New (linked list: 20.0 K struct item of 16 B), pointer chasing
// CHECK: Allocate its 20.0 K objects of 16 B one after the other
// CHECK: memfacet advise -- ./prog
// CHECK: structure {{.*}} share
// CHECK: TOTAL

// SHORT-NOT: TOTAL

// JSON: "name": "matrix"
// JSON: "change": "traverse"
// JSON: "name": "New"
// JSON: "change": "pool"

#include <stdio.h>
#include <stdlib.h>

struct item {
  struct item *next;
  long value;
};

enum { Side = 1024, Items = 20000 };

static int (*matrix)[Side];

int main(void) {
  struct item *Head = NULL;
  matrix = calloc(Side, sizeof *matrix);
  for (int I = 0; I < Items; ++I) {
    struct item *New = malloc(sizeof *New);
    New->next = Head;
    New->value = I;
    Head = New;
    if (malloc(100) == NULL)
      return 1;
  }
  long Sum = 0;
  for (int Column = 0; Column < Side; ++Column)
    for (int Row = 0; Row < Side; ++Row)
      Sum += matrix[Row][Column];
  for (int Round = 0; Round < 10; ++Round)
    for (struct item *I = Head; I; I = I->next)
      Sum += I->value;
  printf("%ld\n", Sum);
  return 0;
}

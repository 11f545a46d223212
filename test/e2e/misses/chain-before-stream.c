// A stream has more misses than a chain of links, and takes less time: the
// chain comes first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=128K,8' -- ./prog 2> /dev/null
// RUN: cd %t && %memfacet report | FileCheck %s
// RUN: cd %t && %memfacet report --findings --json | FileCheck %s --check-prefix=JSON

// CHECK: what costs most
// CHECK-NEXT: 1. {{[12][0-9.]+}} % of L1 misses: Nodes ({{.*}}), pointer
// CHECK: saves up to {{[0-9.]+}} % of the time
// CHECK: 2. {{[78][0-9.]+}} % of L1 misses: Values ({{.*}}), sequential

// JSON: "name": "Nodes"
// JSON: "gain": {
// JSON-NEXT: "likely": 0.0
// JSON-NEXT: "low": 0
// JSON-NEXT: "high": {{0.[3-9]|1.0}}
// JSON-NEXT: "text": "saves up to {{[0-9.]+}} % of the time"
// JSON: "name": "Values"

#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long value[7];
};

enum { Count = 10007, Numbers = 400000, Rounds = 10 };

int main(void) {
  struct node *Nodes = malloc(Count * sizeof *Nodes);
  double *Values = calloc(Numbers, sizeof *Values);
  // The compiler must not know that the numbers are 0.
  __asm__ volatile("" : : "r"(Values) : "memory");
  for (long I = 0; I < Count; ++I) {
    Nodes[I].next = &Nodes[(I + 4001) % Count];
    Nodes[I].value[0] = I;
  }
  long Sum = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    double Total = 0;
    for (long I = 0; I < Numbers; ++I)
      Total += Values[I];
    struct node *N = Nodes;
    for (long I = 0; I < Count; ++I, N = N->next)
      Sum += N->value[0];
    Sum += (long)Total;
  }
  printf("%ld\n", Sum);
  return 0;
}

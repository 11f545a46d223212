// The first load of a list's head and those of its links become one load for
// some time, which has no place in the source and no type of its own. It still
// reads the link, the first member of what the pointer points to.
//
// RUN: for Level in -O1 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %memfacet report %t.mfp --fields 'Head' | FileCheck %s || exit 1; \
// RUN: done
// CHECK: struct node, 24 bytes
// CHECK-NEXT: 0 next struct node * 8 1200 200
// CHECK-NEXT: 8 value long 8 1200 200
// CHECK-NOT: no field
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

struct node {
  struct node *next;
  long value, unused;
};

static struct node *Head;
static volatile long Sum;

__attribute__((noinline)) static long walk(void) {
  long All = 0;
  for (const struct node *N = Head; N; N = N->next)
    All += N->value;
  return All;
}

int main(void) {
  for (long I = 0; I < 200; ++I) {
    struct node *New = malloc(sizeof *New);
    New->next = Head;
    New->value = I;
    Head = New;
  }
  for (int Round = 0; Round < 5; ++Round) {
    Sum += walk();
    __asm__ volatile("" : : : "memory"); // each round is a walk
  }
}

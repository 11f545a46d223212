// --context N tells memory of one line apart by the calls around it, and two
// allocations on one line by their columns; in the live run and from a trace,
// inlined or not. Threads and deep recursion have their own calls.
//
// RUN: %memfacet-clang -O0 -g -pthread %S/../Inputs/wrappers/alloc.c %s -o %t.O0
// RUN: %memfacet record --context 2 --trace %t.mft -o %t.O0.mfp -- %t.O0
// RUN: %memfacet report --json %t.O0.mfp > %t.O0.json
// RUN: %python %S/../Inputs/wrappers/names.py %t.O0.json | FileCheck %s
// RUN: %memfacet-clang -O2 -g -pthread %S/../Inputs/wrappers/alloc.c %s -o %t.O2
// RUN: %memfacet record --context 2 -o %t.O2.mfp -- %t.O2
// RUN: %python %S/../Inputs/wrappers/names.py %t.O2.mfp | FileCheck %s
//
// RUN: %memfacet simulate %t.mft --context 2 -o %t.again.mfp
// RUN: %memfacet report --json %t.again.mfp | diff - %t.O0.json
// RUN: %memfacet simulate %t.mft -o %t.plain.mfp
// RUN: %python %S/../Inputs/wrappers/names.py %t.plain.mfp | FileCheck %s --check-prefix=PLAIN
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/wrappers/alloc.h"
#include <pthread.h>
#include <stdlib.h>

struct list {
  struct list *next;
  long value;
};
static struct list *volatile Last;

static void add(void) {
  struct list *n = xmalloc(sizeof *n);
  n->value = 1;
  Last = n;
}
static void addTwo(void) {
  add();
  add();
}

__attribute__((noinline)) static void pair(void) {
  // clang-format off
  long *a = xmalloc(8), *b = xmalloc(8);
  // clang-format on
  *(volatile long *)a = *(volatile long *)b = 1;
}

// Deeper than the calls that are kept.
__attribute__((noinline)) static void deep(int Depth) {
  if (Depth == 0) {
    add();
    return;
  }
  deep(Depth - 1);
  Last = Last;
}

static void *inThread(void *Unused) {
  addTwo();
  return NULL;
}

int main(void) {
  addTwo();
  add();
  pair();
  deep(500);
  addTwo();
  pthread_t Thread;
  pthread_create(&Thread, NULL, inThread, NULL);
  pthread_join(Thread, NULL);
  return 0;
}

// CHECK:      Last (at 29:20 from addTwo:34:3 < inThread:56:3) 1
// CHECK-NEXT: Last (at 29:20 from addTwo:34:3 < main:61:3) 1
// CHECK-NEXT: Last (at 29:20 from addTwo:34:3 < main:65:3) 1
// CHECK-NEXT: Last (at 29:20 from addTwo:35:3 < inThread:56:3) 1
// CHECK-NEXT: Last (at 29:20 from addTwo:35:3 < main:61:3) 1
// CHECK-NEXT: Last (at 29:20 from addTwo:35:3 < main:65:3) 1
// CHECK-NEXT: Last (at 29:20 from deep:48:5 < deep:51:3) 1
// CHECK-NEXT: Last (at 29:20 from main:62:3) 1
// CHECK-NEXT: a (at 40:13 from main:63:3) 1
// CHECK-NEXT: b (at 40:30 from main:63:3) 1
// CHECK-NOT:  {{.}}

// PLAIN:      Last 8
// PLAIN-NEXT: a 1
// PLAIN-NEXT: b 1
// PLAIN-NOT:  {{.}}

// A selecting run of all lines counts what a complete one counts: accesses, misses
// and write-backs of each structure, accesses and misses of each place in the code.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=8K,2;L2=32K,4;L3=256K,8" -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=16K,4;L2=32K,4" -- %t | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int key, uses;
};

static int histogram[1000], total;
static struct {
  char tag;
  short small[3];
  int counter;
} mixed;
// A shared line that pointers reach, too.
static int first = 1, second = 2;

__attribute__((noinline)) static long walk(struct node *list) {
  long sum = 0;
  for (struct node *n = list; n; n = n->next) {
    sum += n->key;
    n->uses++;
    histogram[n->key % 1000]++;
    mixed.counter++;
    mixed.small[n->key % 3]++;
  }
  return sum;
}

__attribute__((noinline)) static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

// 12 bytes that begin anywhere: some lie in two lines.
struct __attribute__((packed)) odd {
  char c;
  long l;
  short s;
};

__attribute__((noinline)) static void straddle(struct odd *o, int n) {
  for (int i = 0; i < n; ++i)
    o[i].l += o[i].s;
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 2500; ++i) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->key = (i * 7919) % 2500;
    n->uses = 0;
    list = n;
  }
  for (int round = 0; round < 5; ++round)
    total += (int)walk(list);
  // Memory that is somebody else's afterwards.
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  for (int i = 0; i < 2000; ++i) {
    char *text = malloc(8 + i % 90);
    memset(text, i, 8 + i % 90);
    total += text[i % 8];
    if (i % 3)
      free(text);
    swap(&first, &second);
  }
  struct odd *odd = calloc(500, sizeof *odd);
  straddle(odd, 500);
  total += (int)odd[7].l;
  return total == 42;
}

// Accesses and misses go to members: nested ones, arrays of records, unions,
// bit-fields; padding and what is not touched show. The same at every level of
// optimisation, and all rows add up to the structure's.
//
// RUN: %memfacet-clang -O0 -g %s -o %t.0
// RUN: %memfacet-clang -O1 -g -fno-vectorize -fno-unroll-loops %s -o %t.1
// RUN: %memfacet-clang -O2 -g -fno-vectorize -fno-slp-vectorize \
// RUN:   -fno-unroll-loops %s -o %t.2
// RUN: for Level in 0 1 2; do \
// RUN:   %memfacet record -o %t.mfp --cache 'L1=4K,2;L2=32K,4' -- %t.$Level && \
// RUN:   %memfacet report --fields items --json %t.mfp > %t.fields && \
// RUN:   %python %S/../Inputs/check-fields.py %s %t.fields %t.mfp || exit 1; \
// RUN: done
// RUN: %memfacet report --fields items %t.mfp | FileCheck %s
// RUN: %memfacet report --fields items --csv %t.mfp \
// RUN:   | FileCheck --check-prefix=CSV %s
// RUN: %memfacet report --fields numbers %t.mfp \
// RUN:   | FileCheck --check-prefix=PLAIN %s
// RUN: not %memfacet report --fields itms %t.mfp 2>&1 \
// RUN:   | FileCheck --check-prefix=TYPO %s
// RUN: not %memfacet report --fields items --by line %t.mfp 2>&1 \
// RUN:   | FileCheck --check-prefix=MIXED %s
//
// CHECK: items heap struct item {{.*}}fields.c:[[#]] main 85.9 KiB in 1 object
// CHECK: offset field type size accesses stores in wider L1 misses L2 misses share
// CHECK: struct item, 88 bytes
// CHECK-NEXT: 0 key long 8 3000 1000 {{.*}} %
// CHECK: 26 [padding] 2 0 0 {{.*}} 0.0 % hole
// CHECK: 72 note char * 8 0 0 1000 0 0 0.0 % only in wider
// CHECK: [whole elements] 1000 500
// CHECK: TOTAL
// CHECK: used together (of the blocks that use one of the two, those that use both), struct item:
// CHECK-NEXT: 33.3 % key + count
// CHECK-NEXT: 100.0 % pos.x + pos.y
// CSV: structure,record,field,role,type,offset,bytes,accesses,loads,stores,in_wider,L1_misses,L2_misses
// CSV: items,struct item,u.{whole|part},member,,32,8,2000,1000,1000,1000,
// PLAIN: [no field: {{.*}}fields.c:[[#]] main] 1000 1000
// PLAIN: no fields of it are known
// TYPO: no structure is called 'itms'; did you mean 'items'?
// MIXED: --fields goes with --json, --csv, --top and --all only
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ROW key | 0 | 8 | 2000 | 1000
// ROW pos.x | 8 | 8 | 1000 | 0
// ROW pos.y | 16 | 8 | 1000 | 1000
// ROW tag | 24 | 1 | 0 | 1000
// ROW {flags:3|kind:5} | 25 | 1 | 1000 | 1000
// ROW [padding] | 26 | 2 | 0 | 0
// ROW count | 28 | 4 | 0 | 1000
// ROW u.{whole|part} | 32 | 8 | 1000 | 1000
// ROW track[].x | 40 | 16 | 0 | 0
// ROW track[].y | 48 | 16 | 2000 | 2000
// ROW note | 72 | 8 | 0 | 0
// ROW end | 80 | 1 | 0 | 0
// ROW [padding] | 81 | 7 | 0 | 0
// ROW [whole elements] | 0 | 0 | 500 | 500

#include <stdlib.h>
#include <string.h>

struct point {
  double x, y;
};
struct item {
  long key;
  struct point pos;
  char tag;
  unsigned flags : 3, kind : 5;
  int count;
  union {
    long whole;
    int part;
  } u;
  struct point track[2];
  char *note;
  char end;
};

enum { Count = 1000 };

__attribute__((noinline)) static void keys(struct item *items) {
  for (int i = 0; i < Count; i++)
    items[i].key = i;
}

__attribute__((noinline)) static long odd(const struct item *items) {
  long sum = 0;
  for (int i = 0; i < Count; i++)
    sum += items[i].key & 1;
  return sum;
}

__attribute__((noinline)) static void move(struct item *items) {
  for (int i = 0; i < Count; i++)
    items[i].pos.y += items[i].pos.x;
}

__attribute__((noinline)) static void mark(struct item *items) {
  for (int i = 0; i < Count; i++)
    items[i].tag = 1;
  for (int i = 0; i < Count; i++)
    items[i].kind = 3;
}

__attribute__((noinline)) static void count(struct item *items) {
  for (int i = 0; i < Count; i++)
    items[i].count = (int)items[i].key;
  for (int i = 0; i < Count; i++)
    items[i].u.part = 2;
  for (int i = 0; i < Count; i++)
    if (items[i].u.whole > 1000000)
      abort();
}

__attribute__((noinline)) static void track(struct item *items, int last) {
  for (int i = 0; i < Count; i++)
    for (int j = 0; j < last; j++)
      items[i].track[j].y *= 2;
}

__attribute__((noinline)) static void copy(struct item *items) {
  for (int i = 0; i < Count; i += 2)
    items[i] = items[i + 1];
}

int main(int argc, char **argv) {
  struct item *items = malloc(Count * sizeof *items);
  int *numbers = malloc(Count * sizeof *numbers);
  for (int i = 0; i < Count; i++)
    *(volatile int *)&numbers[i] = i;
  keys(items);
  long sum = odd(items);
  move(items);
  mark(items);
  count(items);
  track(items, argc + 1);
  copy(items);
  return sum == Count / 2 ? 0 : 1;
}

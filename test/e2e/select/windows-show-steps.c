// A selecting program shows all accesses of some windows, so that `describe` knows
// how accesses follow one another, also those that always hit.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: rm -f %t.mfp && %memfacet record -o %t.mfp --interval 100K -- %t
// RUN: %memfacet describe %t.mfp numbers | FileCheck %s --check-prefix=NUMBERS
// RUN: %memfacet describe %t.mfp list | FileCheck %s --check-prefix=NODE
// RUN: %memfacet describe %t.mfp few | FileCheck %s --check-prefix=FEW
// 131,072 at the beginning, then 4096 in each of some 64 intervals, but for those in
// which a middle window goes on. A complete run shows less than 200 K of so few.
// NUMBERS:      patterns of {{2[89][0-9]}} K of 1.09 M accesses
// NUMBERS:      numbers
// NUMBERS:      accesses strided 100.0 % (+72 B 100.0 %)
// NODE:         list
// NODE:         accesses pointer chasing 9{{[0-9.]+}} %
// After the first time, each access hits.
// FEW:          few
// FEW:          accesses sequential 100.0 %
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long value;
};

static long numbers[90000];
static short few[2000];

static struct node *make(int n) {
  struct node *list = NULL;
  for (int i = 0; i < n; ++i) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->value = i;
    list = node;
  }
  return list;
}

__attribute__((noinline)) static long strides(const volatile long *p) {
  long sum = 0;
  for (int i = 0; i < 90000; i += 9)
    sum += p[i];
  return sum;
}

__attribute__((noinline)) static long walk(const struct node *list) {
  long sum = 0;
  for (; list; list = list->next)
    sum += list->value;
  return sum;
}

__attribute__((noinline)) static long hits(const volatile short *p) {
  long sum = 0;
  for (int i = 0; i < 2000; ++i)
    sum += p[i];
  return sum;
}

int main(void) {
  struct node *list = make(3000);
  long sum = 0;
  for (int i = 0; i < 60; ++i)
    sum += strides(numbers) + walk(list) + hits(few);
  printf("%ld\n", sum);
  return 0;
}

// Objects of 1, 2 and 3 bytes share 4 bytes, and each access counts for its own:
// variables, string literals, members of structs on the heap, all through
// pointers. Thread-locals share a line with their neighbours.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=8K,2;L2=32K,4" -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" -- %t | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

char one_a = 1, one_b = 2, one_c = 3;
char two_a[2] = {1, 2}, two_b[2] = {3, 4}, two_c[2] = {5, 6};
char three_a[3] = {1, 2, 3}, three_b[3] = {4, 5, 6}, five[5] = {7, 7, 7};
_Thread_local int mine[3] = {1, 2, 3}, its[3] = {4, 5, 6};
_Thread_local char tiny_a[3] = {1, 2, 3}, tiny_b[2] = {4, 5}, tiny_c = 6;

__attribute__((noinline)) static int sum(const char *p, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i];
  return s;
}
__attribute__((noinline)) static void add(char *p, int n) {
  for (int i = 0; i < n; ++i)
    ++p[i];
}
__attribute__((noinline)) static int sum_words(int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i]++;
  return s;
}

int main(void) {
  const char *literals[] = {"a", "bc", "def", "", "ghij", "k"};
  char *objects[] = {&one_a, &one_b, &one_c, two_a, two_b,
                     two_c,  three_a, three_b, five};
  const int sizes[] = {1, 1, 1, 2, 2, 2, 3, 3, 5};
  int total = 0;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 9; ++i) {
      total += sum(objects[i], sizes[i]);
      if (i % 2 == round % 2)
        add(objects[i], sizes[i]);
    }
    for (int i = 0; i < 6; ++i)
      total += sum(literals[i], 1 + i % 2);
    total += sum_words(mine, 3) + sum_words(its, 3);
    add(tiny_a, 3);
    add(tiny_b, 2);
    add(&tiny_c, 1);
    one_a += 1;
    two_b[1] = one_b;
    mine[1] += its[2] + tiny_c;
    char *bytes[20];
    for (int i = 0; i < 20; ++i) {
      bytes[i] = malloc((size_t)(1 + i % 3));
      add(bytes[i], 1 + i % 3);
    }
    for (int i = 0; i < 20; i += 1 + round % 2)
      free(bytes[i]);
  }
  printf("%d\n", total & 1023);
}

// Functions without a selecting body access memory, too: an interpreter whose
// table of labels another function could use, a variadic function, one with an
// argument by value. They record every access, and what a thread knew of the last
// line of each residue is forgotten.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=8K,2;L2=32K,4" --but stack,local --accesses-of-complete \
// RUN:   -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" --but stack,local --accesses-of-complete \
// RUN:   -- %t | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=128K,16;L2=1M,16" --but stack,local -- %t | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static long memory[4000];
static void *where;

// A label's address is kept where others find it.
__attribute__((noinline)) static long interpret(const unsigned char *code,
                                                long *at) {
  static const void *labels[] = {&&add, &&sub, &&store, &&end};
  long sum = 0;
  where = &&add;
  goto *labels[*code++];
add:
  sum += *at++;
  goto *labels[*code++];
sub:
  sum -= *at++;
  goto *labels[*code++];
store:
  *at++ = sum;
  goto *labels[*code++];
end:
  return sum;
}

__attribute__((noinline)) static long variadic(int count, ...) {
  va_list list;
  long sum = 0;
  va_start(list, count);
  for (int i = 0; i < count; ++i) {
    long *at = va_arg(list, long *);
    sum += *at;
    *at = sum;
  }
  va_end(list);
  return sum;
}

struct large {
  long *at;
  long a[7];
};

__attribute__((noinline)) static long by_value(struct large l) {
  for (int i = 0; i < 7; ++i)
    l.at[i * 40] += l.a[i];
  return l.at[3];
}

__attribute__((noinline)) static long plain(long *at, int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += at[i]++;
  return sum;
}

int main(void) {
  unsigned char code[64];
  long *heap = calloc(3000, sizeof *heap), sum = 0;
  for (int i = 0; i < 63; ++i)
    code[i] = (unsigned char)(i % 3);
  code[63] = 3;
  // Each residue has a last line before.
  for (int i = 0; i < 3; ++i)
    sum += plain(memory, 4000) + plain(heap, 3000);
  for (int round = 0; round < 50; ++round) {
    sum += plain(heap + 20 * round, 500);
    sum += interpret(code, memory + 60 * round);
    sum += variadic(3, &memory[round], &heap[round * 9], &memory[3999]);
    struct large l = {heap + round, {1, 2, 3, 4, 5, 6, round}};
    sum += by_value(l);
  }
  printf("%ld %d\n", sum & 0xffff, where != 0);
  return 5;
}

// An interpreter with a table of labels: its second bodies, with labels of their
// own, do what the first one does and count alike, whenever control changes over.
//
// RUN: %memfacet-clang -O2 -g %s -o %t.one
// RUN: %memfacet-clang -O2 -g --memfacet-two-versions %s -o %t.two
// RUN: %memfacet-clang -O2 -g --memfacet-pairs %s -o %t.pairs
// RUN: for O in 1 fast 1:alternate=1 1:alternate=50 1:alternate=5000; do \
// RUN:   MEMFACET_OPTIONS=verbose=1:discard=$O %t.two 5000 > %t.out 2> %t.err || exit 1; \
// RUN:   grep -q '^15000 30001 0$' %t.out || { echo "$O"; exit 1; }; \
// RUN:   awk '/words were written/ { print $2 + $6 }' %t.err; \
// RUN: done | uniq -c | awk '{ print $1, "runs of as many words" }' | FileCheck %s
// CHECK: {{^}}5 runs of as many words
// CHECK-NOT: runs
//
// Always fast, nothing is recorded but events.
// RUN: env MEMFACET_OPTIONS=verbose=1:discard=fast %t.two 20000 2>&1 | \
// RUN:   awk '/words were written/ && $6 > 9 * $2 { print "fast" }' | grep fast
//
// As many accesses, asked or recorded.
// RUN: for P in one pairs; do \
// RUN:   %memfacet record --communication=10 -o %t.$P.mfp -- %t.$P 5000 2>&1 | \
// RUN:     sed -n 's/.* of \(.*\) accesses were chosen.*/\1/p'; \
// RUN: done | uniq -c | awk '{ print $1, "runs of as many accesses" }' | \
// RUN:   FileCheck --check-prefix=PAIRS %s
// PAIRS: {{^}}2 runs of as many accesses
//
// RUN: %memfacet record --sample=period=20K,window=2K,warm=1K -o %t.mfp -- \
// RUN:   %t.two 200000 2>&1 | FileCheck --check-prefix=SAMPLE %s
// SAMPLE: {{^}}600000 1200001 0

#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;

/// Calls in between: control may have to change over behind them.
static __attribute__((noinline)) long spend(long n) {
  volatile long left = n & 7;
  while (left > 0)
    left = left - 1;
  return left;
}

static long run(const byte *code, long *stack, long *variables) {
  static const void *const table[] = {&&push,  &&add,  &&lower, &&jump,
                                      &&fetch, &&keep, &&halt};
  const byte *at = code;
  long steps = 0;
#define NEXT                                                                   \
  do {                                                                         \
    ++steps;                                                                   \
    goto *table[*at++];                                                        \
  } while (0)
  NEXT;
push:
  *stack++ = *at++;
  NEXT;
add:
  --stack;
  stack[-1] += stack[0];
  NEXT;
lower:
  --variables[*at++];
  NEXT;
jump: {
  byte variable = *at++;
  byte to = *at++;
  if (variables[variable])
    at = code + to;
  NEXT;
}
fetch:
  *stack++ = variables[*at++];
  NEXT;
keep:
  variables[*at++] = *--stack;
  variables[7] += spend(steps);
  NEXT;
halt:
  return steps;
}

int main(int argc, char **argv) {
  // variable 1 += 3, as often as variable 0 says
  static const byte code[] = {4, 1, 0, 3, 1, 5, 1, 2, 0, 3, 0, 0, 6};
  long *stack = malloc(64 * sizeof *stack);
  long *variables = calloc(8, sizeof *variables);
  variables[0] = argc > 1 ? atol(argv[1]) : 1;
  long steps = run(code, stack, variables);
  printf("%ld %ld %ld\n", variables[1], steps, variables[7]);
  free(stack);
  free(variables);
  return 0;
}

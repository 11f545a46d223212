// An interpreter with a table of labels: its second bodies, with labels of their
// own, do what the first one does and count alike.
//
// RUN: %memfacet-clang -O2 -g %s -o %t.one
// RUN: %memfacet-clang -O2 -g --memfacet-pairs %s -o %t.pairs
// RUN: for P in one pairs; do \
// RUN:   %memfacet record --communication=10 -o %t.$P.mfp -- %t.$P 5000 \
// RUN:     > %t.out 2> %t.err || exit 1; \
// RUN:   grep -q '^15000 30001 0$' %t.out || { echo "$P"; exit 1; }; \
// RUN:   sed -n 's/.* of \(.*\) accesses were chosen.*/\1/p' %t.err; \
// RUN: done | uniq -c | awk '{ print $1, "runs of as many accesses" }' | FileCheck %s
// CHECK: {{^}}2 runs of as many accesses
// CHECK-NOT: runs

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

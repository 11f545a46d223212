// An interpreter with a table of labels: its second body, with labels of its
// own, does what the first one does and counts alike.
//
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: for Which in "" --exact --complete; do \
// RUN:   %memfacet record $Which -o %t.mfp -- %t.prog 5000 > %t.out || exit 1; \
// RUN:   grep -q '^15000 30001 0$' %t.out || { echo "$Which"; exit 1; }; \
// RUN:   %memfacet query "SELECT sum(loads), sum(stores) FROM structures" %t.mfp --csv; \
// RUN: done | sort | uniq -c | awk '{ print $1, "lines" }' | FileCheck %s
// CHECK: {{^}}3 lines
// CHECK-NEXT: {{^}}3 lines
// CHECK-NOT: lines
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;

/// Calls in between: control may have to change over after them.
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

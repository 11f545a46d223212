// A signal handler interrupts code that selects, and accesses the same lines: it
// selects, too. Some leave it by a jump. All are counted.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=128K,16" --but stack,local --accesses-of-complete \
// RUN:   -- %t | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int seen, table[1000];
static int *shared;
static sigjmp_buf back;

__attribute__((noinline)) static void touch(int from) {
  for (int i = from; i < 1000; i += 10) {
    table[i] += i;
    shared[i] += table[i];
  }
}

static void handler(int number) {
  ++seen;
  touch(number == SIGUSR1 ? 1 : 2);
  if (number == SIGUSR2)
    siglongjmp(back, 1);
}

int main(void) {
  shared = calloc(1000, sizeof *shared);
  signal(SIGUSR1, handler);
  signal(SIGUSR2, handler);
  for (int round = 0; round < 20; ++round) {
    touch(0);
    raise(SIGUSR1);
    touch(3);
    if (sigsetjmp(back, 1) == 0)
      raise(SIGUSR2);
    touch(4);
  }
  long sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += table[i] + shared[i];
  printf("%d %ld\n", seen, sum);
  return seen;
}

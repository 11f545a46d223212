/* ROUNDS times, one array is walked and then another one; then only the second
 * one for as long again. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>

enum { Bytes = 256 << 10, Line = 64, Rounds = 400 };

static void walk(volatile char *what) {
  for (int i = 0; i < Bytes; i += Line)
    what[i] += 1;
}

int main(void) {
  char *first = malloc(Bytes);
  char *second = malloc(Bytes);
  for (int round = 0; round < Rounds; ++round) {
    walk(first);
    walk(second);
  }
  for (int round = 0; round < 2 * Rounds; ++round)
    walk(second);
  return 0;
}

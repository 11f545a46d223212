// Forty blocks of 2500 lines, each walked eight times along its pointers. A
// step has six instructions, a walk 15,000.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

enum { Blocks = 40, Lines = 2500, Walks = 8 };

struct line {
  struct line *next;
  char rest[56];
};

static struct line *made(void) {
  struct line *all = aligned_alloc(64, Lines * sizeof *all);
  // 1009 and Lines have no divisor in common: one circle.
  for (int i = 0; i != Lines; ++i)
    all[i].next = all + (i + 1009) % Lines;
  return all;
}

int main(void) {
  static struct line *blocks[Blocks];
  for (int i = 0; i != Blocks; ++i)
    blocks[i] = made();
  unsigned long steps = 0;
  for (int i = 0; i != Blocks; ++i) {
    struct line *at = blocks[i];
    for (int step = 0; step != Walks * Lines; ++step) {
      steps += (unsigned long)at->next & 64;
      at = at->next;
    }
  }
  printf("%lu\n", steps);
  return 0;
}

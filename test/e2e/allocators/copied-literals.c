// Memory that a member of a compound literal receives is called after where the
// literal goes.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t && \
// RUN:   %expect %t.mfp 's("h->achv").objects == 1 and s("h->achv").bytes == 4000' \
// RUN:     's("h->achv").type == "int"' \
// RUN:     's("table[].text", "heap").objects == 3' \
// RUN:     's("only.second").bytes == 160' || { echo "$Level"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

struct hist {
  long n;
  int *achv;
};
struct entry {
  long key;
  char *text;
};
struct pair {
  long *first, *second;
};

static struct hist *make(int n) {
  struct hist *h = malloc(sizeof *h);
  *h = (struct hist){.achv = malloc((size_t)n * sizeof(int)), .n = n};
  return h;
}

struct entry table[3];
struct pair only;

int main(void) {
  struct hist *h = make(1000);
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    ((volatile int *)h->achv)[i] = i;
  for (int i = 0; i < 3; i++) {
    table[i] = (struct entry){i, malloc(50)};
    ((volatile char *)table[i].text)[3] = 1;
  }
  only = (struct pair){NULL, calloc(20, 8)};
  ((volatile long *)only.second)[3] = 4;
  printf("%ld %d\n", sum, h->achv[7]);
  return 0;
}

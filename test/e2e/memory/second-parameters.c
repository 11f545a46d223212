// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A record of C that functions get as their second argument, after that of a
// state, is a container as well: its variable or member names the memory.
//
// RUN: for How in -O0 -O2; do \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t | FileCheck %s && \
// RUN:   %expect %t.mfp --all 's("odd", "heap").objects == 1' \
// RUN:     's("odd", "heap").peak_bytes == 512 and s("odd", "heap").stores == 100' \
// RUN:     's("Table.right").peak_bytes == 1024' \
// RUN:     's("Table.right").stores == 200' || { echo "$How"; exit 1; }; \
// RUN: done
//
// CHECK: 100 200 300

#include <stdio.h>
#include <stdlib.h>

struct state {
  long calls;
  int failed;
};
struct numbers {
  int *data;
  size_t size, room;
};
struct table {
  long id;
  struct numbers left, right;
};

static void grow(struct state *s, struct numbers *n) {
  n->room = n->room ? n->room * 2 : 8;
  int *Fresh = realloc(n->data, n->room * sizeof *Fresh);
  s->failed |= !Fresh;
  n->data = Fresh;
}

__attribute__((noinline)) static void append(struct state *s, struct numbers *n,
                                             int value) {
  s->calls++;
  if (n->size == n->room)
    grow(s, n);
  n->data[n->size++] = value;
}

static struct table Table;

int main(void) {
  struct state State = {0}, *s = &State;
  struct numbers odd = {0};
  for (int I = 0; I != 100; ++I)
    append(&State, &odd, I);
  for (int I = 0; I != 200; ++I)
    append(s, &Table.right, I);
  printf("%zu %zu %ld\n", odd.size, Table.right.size, s->calls);
}

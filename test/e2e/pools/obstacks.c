// The C library's obstacks: their macros hand out objects, also through a
// function, and take back what lies after an object.
//
// RUN: for How in -O0 -O2; do \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t > %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     'Vertex.objects == 100' 'Vertex.type == "struct node"' \
// RUN:     'Vertex.bytes == 100 * 16' 'Vertex.stores == 200' \
// RUN:     'Other.objects == 10' 'Other.stores == 10' \
// RUN:     'Name.objects == 1 and Name.bytes == 6 and Name.stores == 1' \
// RUN:     'Grown.objects == 1 and Grown.bytes == 4 and Grown.stores == 1' \
// RUN:     'Last.objects == 1 and Last.loads == 1' \
// RUN:     'not report["notes"]' || { echo "$How"; exit 1; }; \
// RUN: done
// RUN: %clang -O2 %s -o %t.plain
// RUN: %t.plain > %t.out.plain
// RUN: diff %t.out %t.out.plain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

struct node {
  struct node *volatile next;
  volatile long key;
};
static struct obstack Stack;

static void *get(size_t Bytes) { return obstack_alloc(&Stack, Bytes); }

int main(void) {
  obstack_init(&Stack);
  struct node *List = NULL;
  for (int I = 0; I < 100; ++I) {
    struct node *Vertex = obstack_alloc(&Stack, sizeof *Vertex);
    Vertex->key = I;
    Vertex->next = List;
    List = Vertex;
  }
  for (int I = 0; I < 10; ++I) {
    struct node *Other = get(24);
    Other->key = I;
  }
  volatile char *Name = obstack_copy0(&Stack, "hello", 5);
  Name[1] = 'x';
  obstack_grow(&Stack, "abc", 3);
  obstack_1grow(&Stack, 0);
  volatile char *Grown = obstack_finish(&Stack);
  Grown[0] = 1;
  obstack_free(&Stack, (void *)Name);
  Grown[1] = 1; // the obstack's alone
  volatile int *Last = obstack_alloc(&Stack, sizeof *Last);
  printf("%d\n", *Last != 0);
  obstack_free(&Stack, NULL);
  return 0;
}

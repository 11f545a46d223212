// Pools without annotations: what they hand out is named by who asks for it,
// and the pool keeps its headers and what is left.
//
// RUN: for How in -O0 -O2 "-O2 -flto"; do \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t > %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     'Vertex.objects == 1000' 'Vertex.type == "struct node"' \
// RUN:     'Vertex.stores == 1000 and Vertex.loads == 1000' \
// RUN:     'Vertex.bytes == 1000 * 24' \
// RUN:     'Table.objects == 2' 's("Table").type == "volatile long"' \
// RUN:     's("Table").stores == 600' \
// RUN:     's("Name").objects == 10' 's("Name").stores == 10' \
// RUN:     's("struct edge").objects == 20' 's("struct edge").type == "struct edge"' \
// RUN:     's("struct edge").stores == 20' \
// RUN:     's("A->chunks").objects == 8' 's("A->chunks").accesses == 16' \
// RUN:     'not report["notes"]' || { echo "$How"; exit 1; }; \
// RUN: done
//
// RUN: %memfacet-clang -O2 -g --memfacet-no-pools %s -o %t.not
// RUN: %memfacet record -o %t.not.mfp -- %t.not > %t.out.not
// RUN: %expect %t.not.mfp 's("A->chunks").stores >= 1630'
// RUN: %clang -O2 %s -o %t.plain
// RUN: %t.plain > %t.out.plain
// RUN: diff %t.out %t.out.plain
// RUN: diff %t.out.not %t.out.plain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chunk {
  struct chunk *next;
};
struct arena {
  char *cur, *end;
  struct chunk *chunks;
};

static void grow(struct arena *A, size_t Bytes) {
  size_t Room = Bytes > 4064 ? Bytes : 4064;
  struct chunk *C = malloc(sizeof *C + Room);
  if (!C)
    abort();
  C->next = A->chunks;
  A->chunks = C;
  A->cur = (char *)(C + 1);
  A->end = A->cur + Room;
}

static void *get(struct arena *A, size_t Bytes) {
  Bytes = (Bytes + 7) & ~(size_t)7;
  if ((size_t)(A->end - A->cur) < Bytes)
    grow(A, Bytes);
  void *Here = A->cur;
  A->cur += Bytes;
  return Here;
}

static void *getCleared(struct arena *A, size_t Bytes) {
  return memset(get(A, Bytes), 0, Bytes);
}

struct node {
  volatile long key;
  struct node *left, *right;
};
struct edge {
  volatile int from, to;
};

// A factory: its type says what it makes.
__attribute__((noinline)) static struct edge *newEdge(struct arena *A) {
  struct edge *Made;
  if ((size_t)(A->end - A->cur) < sizeof *Made)
    grow(A, sizeof *Made);
  Made = (struct edge *)A->cur;
  A->cur += sizeof *Made;
  Made->from = 1;
  return Made;
}

int main(void) {
  struct arena A = {0};
  long Sum = 0;
  for (int I = 0; I < 1000; ++I) {
    struct node *Vertex = get(&A, sizeof *Vertex);
    Vertex->key = I;
    Sum += Vertex->key;
  }
  for (int T = 0; T < 2; ++T) {
    volatile long *Table = get(&A, 300 * sizeof *Table);
    for (int I = 0; I < 300; ++I)
      Table[I] = I;
  }
  for (int I = 0; I < 10; ++I) {
    volatile char *Name = get(&A, 13);
    Name[12] = 0;
  }
  for (int I = 0; I < 20; ++I)
    Sum += newEdge(&A) != NULL;
  int *Zeros = getCleared(&A, 40);
  printf("%ld %d\n", Sum, Zeros[3]);
  while (A.chunks) {
    struct chunk *Next = A.chunks->next;
    free(A.chunks);
    A.chunks = Next;
  }
  return 0;
}

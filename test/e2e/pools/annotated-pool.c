// A pool's objects are named by who asks for them, or as the pool says; the
// pool keeps its headers. Without the pass the header leaves no trace.
//
// RUN: %memfacet-clang -O0 -g %s -o %t.O0
// RUN: %memfacet record -o %t.O0.mfp -- %t.O0 > %t.out
// RUN: %python %S/../Inputs/annotated-pool.py %t.O0.mfp
// RUN: %memfacet-clang -O2 -flto -g %s -o %t.O2
// RUN: %memfacet record -o %t.O2.mfp -- %t.O2 > %t.out.O2
// RUN: %python %S/../Inputs/annotated-pool.py %t.O2.mfp
//
// The compiler sees by itself what the pool hands out.
// RUN: for How in -O0 "-O2 -flto"; do \
// RUN:   %memfacet-clang $How -DSEEN -g %s -o %t.seen && \
// RUN:   %memfacet record -o %t.seen.mfp -- %t.seen > %t.out.seen && \
// RUN:   %python %S/../Inputs/annotated-pool.py %t.seen.mfp || exit 1; \
// RUN: done
//
// RUN: %clang -Wall -Wextra -pedantic -Werror -I %source/include %s -o %t.plain
// RUN: %t.plain > %t.out.plain
// RUN: diff %t.out %t.out.plain
// RUN: diff %t.out.O2 %t.out.plain
// RUN: diff %t.out.seen %t.out.plain
// RUN: llvm-nm %t.plain > %t.symbols
// RUN: not grep -i memfacet_ %t.symbols
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memfacet/memfacet.h>
#include <stdio.h>
#include <stdlib.h>

struct pool {
  char *chunk;
  size_t used;
};
struct node {
  volatile long key, weight;
  char pad[48];
};
struct edge {
  volatile int from, to;
  char pad[56];
};

enum { ChunkBytes = 1 << 20, Nodes = 1000, Edges = 500 };

#ifdef SEEN
#define HANDED_OUT(Pointer, Bytes) (Pointer)
#else
#define HANDED_OUT(Pointer, Bytes) MEMFACET_ALLOC(Pointer, Bytes)
#endif

static void *poolGet(struct pool *P, size_t Bytes) {
  volatile long *Header = (volatile long *)(P->chunk + P->used);
  *Header = (long)Bytes; // in a line of its own: one store to the chunk
  char *Result = P->chunk + P->used + 64;
  P->used += Bytes + 64;
  return HANDED_OUT(Result, Bytes);
}

static void poolPut(struct pool *P, void *Old) {
  (void)P;
  MEMFACET_FREE(Old);
}

int main(void) {
  struct pool P = {aligned_alloc(64, ChunkBytes), 0};
  MEMFACET_NAME(P.chunk, "pool of nodes");
  struct node *First = NULL;
  long Sum = 0;
  for (int I = 0; I < Nodes; ++I) {
    struct node *Vertex = poolGet(&P, sizeof *Vertex);
    Vertex->key = I;
    Sum += Vertex->key;
    if (!First)
      First = Vertex;
  }
  for (int I = 0; I < Edges; ++I) {
    struct edge *Arc = poolGet(&P, sizeof *Arc);
    Arc->from = I;
  }
  // What a freed object covered is the pool's again.
  volatile long *Again = &First->key;
  poolPut(&P, First);
  *Again = 7;
  struct edge *Special = MEMFACET_ALLOC_AS((struct edge *)First, 64, "special");
  Special->to = 3, Special->from = 4;
  // All that is inside ends with the arena's reset, and with its block.
  MEMFACET_CLEAR(P.chunk, ChunkBytes);
  for (int I = 0; I < 10; ++I)
    *(volatile long *)(P.chunk + 128 * I + 64) = I;
  free(P.chunk);
  long *Fresh = malloc(ChunkBytes);
  for (int I = 0; I < 100; ++I)
    ((volatile long *)Fresh)[I] = I;
  free(Fresh);
  printf("%ld\n", Sum);
  return 0;
}

// A macro makes a pool of each type, all on one line: the pieces have other
// names than the chunks, and are counted apart.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t && \
// RUN:   %expect %t.mfp --all \
// RUN:     's("Edges[]", "heap").objects == 1000' \
// RUN:     's("Edges[]", "heap").type == "struct edge"' \
// RUN:     's("Edges[]", "heap").stores == 1000' \
// RUN:     's("Nodes[]", "heap").objects == 300' \
// RUN:     's("edge_pool", "heap").objects == 4' \
// RUN:     's("node_pool", "heap").objects == 2' \
// RUN:     's("node_pool", "heap").type == "struct node_chunk"' || { echo "$Level"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

#define POOL(Type)                                                             \
  static struct Type##_chunk {                                                 \
    struct Type Items[256];                                                    \
    int Used;                                                                  \
    struct Type##_chunk *Next;                                                 \
  } *Type##_pool;                                                              \
  static struct Type *new_##Type(void) {                                       \
    if (!Type##_pool || Type##_pool->Used == 256) {                            \
      struct Type##_chunk *Fresh = calloc(1, sizeof *Fresh);                   \
      Fresh->Next = Type##_pool;                                               \
      Type##_pool = Fresh;                                                     \
    }                                                                          \
    return &Type##_pool->Items[Type##_pool->Used++];                           \
  }

struct edge {
  volatile int From;
  int To;
};
struct node {
  volatile double X;
  struct edge *Edges[2];
};
POOL(edge)
POOL(node)

int main(void) {
  struct edge *volatile Edges[1000];
  struct node *volatile Nodes[300];
  for (int I = 0; I != 1000; ++I) {
    Edges[I] = new_edge();
    Edges[I]->From = I;
  }
  for (int I = 0; I != 300; ++I) {
    Nodes[I] = new_node();
    Nodes[I]->X = I;
  }
  return 0;
}

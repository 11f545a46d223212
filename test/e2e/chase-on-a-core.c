// A chase through a list takes the latency of memory for each node, on any core; an
// array of the same lines takes as many as fit at once. Of each latency, one cycle is
// one in which something leaves the core.
//
// RUN: %memfacet-clang -O1 -g -fno-vectorize -fno-unroll-loops %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft --cache 'L1=1K,2' --core \
// RUN:   'memory=100,levels=3,line=0,tlb=0,window=1000,misses=8,predictor=perfect' \
// RUN:   -- %t.prog
// RUN: %memfacet critical --json %t.mfp > %t.json
// RUN: %python %S/Inputs/check-stalls.py %s %t.json CHASE=99 STREAM=12.5
// RUN: %memfacet simulate %t.mft -o %t.one --cache 'L1=1K,2' --core \
// RUN:   'memory=100,levels=3,line=0,tlb=0,window=1000,misses=1,predictor=perfect'
// RUN: %memfacet critical --json %t.one > %t.one.json
// RUN: %python %S/Inputs/check-stalls.py %s %t.one.json CHASE=99 STREAM=99
// RUN: %memfacet simulate %t.mft -o %t.inorder --cache 'L1=1K,2' --core \
// RUN:   'type=inorder,memory=100,levels=3,line=0,tlb=0,width=1,predictor=perfect'
// RUN: %memfacet critical --json %t.inorder > %t.inorder.json
// RUN: %python %S/Inputs/check-stalls.py %s %t.inorder.json CHASE=96

#include <stdio.h>
#include <stdlib.h>

enum { Nodes = 4096, Step = 1753 };

struct node {
  struct node *next;
  long filler[7];
};

int main(void) {
  struct node *nodes = aligned_alloc(64, Nodes * sizeof(struct node));
  for (long i = 0; i < Nodes; i++)
    nodes[i * Step % Nodes].next = &nodes[(i + 1) * Step % Nodes];
  struct node *p = nodes;
  long steps = 0, sum = 0;
  do {
    steps++;
    p = p->next; // CHASE
  } while (p != nodes);
  for (long i = 0; i < Nodes; i++)
    sum += (long)nodes[i].next & 63; // STREAM
  printf("%ld %ld\n", steps, sum);
  free(nodes);
  return 0;
}

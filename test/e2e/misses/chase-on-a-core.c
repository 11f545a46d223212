// What a list costs on a core: its nodes are written, walked through and read in order,
// and miss each time. A chase takes the latency of memory for each node (100), on any
// core; what is independent takes as long for as many as fit at once. In all but three
// cycles of each latency nothing leaves the core: only the load does, then the
// comparison that waits for it, then the branch.
//
// RUN: %memfacet-clang -O1 -g -fno-vectorize -fno-unroll-loops %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft --cache 'L1=1K,2' --core \
// RUN:   'memory=100,levels=3,line=0,tlb=0,window=1000,misses=8,predictor=perfect' \
// RUN:   -- %t.prog
// RUN: %memfacet critical --json %t.mfp > %t.json
// RUN: %python %S/../Inputs/check-stalls.py %s %t.json cycles=125 CHASE=97
// RUN: %memfacet simulate %t.mft -o %t.one --cache 'L1=1K,2' --core \
// RUN:   'memory=100,levels=3,line=0,tlb=0,window=1000,misses=1,predictor=perfect'
// RUN: %memfacet critical --json %t.one > %t.one.json
// RUN: %python %S/../Inputs/check-stalls.py %s %t.one.json cycles=300
//
// In order, each node is waited for where it is used, which is at once.
//
// RUN: %memfacet simulate %t.mft -o %t.inorder --cache 'L1=1K,2' --core \
// RUN:   'type=inorder,memory=100,levels=3,line=0,tlb=0,width=1,predictor=perfect'
// RUN: %memfacet critical --json %t.inorder > %t.inorder.json
// RUN: %python %S/../Inputs/check-stalls.py %s %t.inorder.json CHASE=99 STREAM=99
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

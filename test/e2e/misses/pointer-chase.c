// A ring of 300 nodes, one per line, in a scattered order, chased 20 times. LRU
// misses every step where the ring is larger than a fully associative cache
// (L1: 256 lines), and never where it is not (L2: 512 lines): making the ring,
// node by node, was the cold miss. Only the first round meets some of the last
// 256 nodes of that (the log says how many). What making left dirty is written
// back by L1 as the chase evicts it, once each.
//
// RUN: %clang -O1 -DLOG %s -o %t.plain
// RUN: %t.plain > %t.log
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft \
// RUN:   --cache 'L1=16K,full;L2=32K,full' -- %t.prog > %t.bases
// RUN: %python %S/../reference/compare.py 'L1=16K,full;L2=32K,full' \
// RUN:   %t.log %t.bases %t.mfp
// RUN: %expect %t.mfp 'Nodes.stores == 300' 'Nodes.loads == 20 * 300' \
// RUN:   'Nodes.L2.misses == 300' 'Nodes.L2.writebacks == 0' \
// RUN:   'Nodes.L1.writebacks == 300' \
// RUN:   'Nodes.kind == "heap"' 'Nodes.objects == 1' \
// RUN:   'Nodes.bytes == 300 * 64' 'Nodes.function == "main"' \
// RUN:   'Nodes.type == "Node"' 'Nodes.named'
//
// RUN: %python %S/../reference/compare_caches.py %memfacet %t.log %t.bases %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/log.h"
#include <stdlib.h>

enum { Count = 300, Rounds = 20, Step = 77 }; // Step and Count are coprime

typedef struct Node {
  struct Node *volatile Next;
  char Rest[56];
} Node;

int main(void) {
  Node *Nodes = aligned_alloc(4096, Count * sizeof(Node));
  BASE(Nodes);
  for (int I = 0; I < Count; ++I)
    STORE(Nodes, Nodes[I].Next, &Nodes[(I + Step) % Count]);
  Node *At = Nodes;
  for (int I = 0; I < Rounds * Count; ++I)
    At = LOAD(Nodes, At->Next);
  int Code = At != Nodes;
  free(Nodes);
  return Code;
}

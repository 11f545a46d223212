// A linked list of 2 MB, whose nodes follow each other in random order, is
// walked through again and again. Each step goes to another line, which is not
// in the first level: a chain of misses, each of which waits for the one before
// it. Arguments: nodes, walks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Node {
  struct Node *Next;
  long Value;
  long Visits;
  char Rest[40]; // a line each
};

static uint64_t State = 88172645463325252u;

static uint64_t draw(uint64_t Limit) {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return State % Limit;
}

// One circle through all nodes: Sattolo's algorithm.
static void link(struct Node *Nodes, long Count) {
  long *Order = malloc(sizeof(long) * Count);
  for (long I = 0; I < Count; ++I)
    Order[I] = I;
  for (long I = Count - 1; I > 0; --I) {
    long J = draw(I), Saved = Order[I];
    Order[I] = Order[J];
    Order[J] = Saved;
  }
  for (long I = 0; I < Count; ++I) {
    Nodes[I].Next = &Nodes[Order[I]];
    Nodes[I].Value = Order[I] & 1023;
    Nodes[I].Visits = 0;
  }
  free(Order);
}

static long walk(struct Node *Begin) {
  long Sum = 0;
  struct Node *N = Begin;
  do {
    Sum += N->Value;
    if (N->Value % 16 == 0)
      ++N->Visits;
    N = N->Next;
  } while (N != Begin);
  return Sum;
}

int main(int Count, char **Words) {
  long Nodes = Count > 1 ? atol(Words[1]) : 32768;
  long Walks = Count > 2 ? atol(Words[2]) : 1000;
  struct Node *All = aligned_alloc(64, sizeof(struct Node) * Nodes);
  link(All, Nodes);
  long Sum = 0;
  for (long W = 0; W < Walks; ++W)
    Sum = Sum * 3 + walk(&All[W % Nodes]);
  for (long I = 0; I < Nodes; ++I)
    Sum ^= All[I].Visits;
  printf("%ld\n", Sum);
  free(All);
  return 0;
}

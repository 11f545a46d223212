// Costs and marks of edges: passes over the costs alone, and visits to both in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any order. change: join Cost

#include "pair.h"

enum { Edges = 150'000, Rounds = 9000, Visits = 16'000 };

struct Edge {
  int32_t Cost, Mark;
};

int main() {
#ifdef AFTER
  Edge *Cost = allocate<Edge>(Edges);
#define COST(I) Cost[I].Cost
#define MARK(I) Cost[I].Mark
#else
  int32_t *Cost = allocate<int32_t>(Edges), *Mark = allocate<int32_t>(Edges);
#define COST(I) Cost[I]
#define MARK(I) Mark[I]
#endif
  uint32_t *Order = allocate<uint32_t>(Visits);
  uint64_t Random = 3, Sum = 0;
  for (uint32_t I = 0; I != Edges; ++I)
    COST(I) = int32_t(I % 1001);
  for (uint32_t I = 0; I != Visits; ++I)
    Order[I] = nextBelow(Random, Edges);
  for (int32_t Round = 0; Round != Rounds; ++Round) {
    int32_t Least = 0;
    for (uint32_t I = 0; I != Edges; ++I)
      Least += COST(I) ^ Round;
    for (uint32_t I = 0; I != Visits; ++I)
      MARK(Order[I]) += COST(Order[I]) ^ Least;
  }
  for (uint32_t I = 0; I != Edges; ++I)
    Sum += uint64_t(MARK(I));
  return printSum(Sum);
}

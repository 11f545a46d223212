// Sums over neighbours in a graph whose vertices have numbers in any order, or
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// along a path. change: order Ranks

#include "pair.h"

enum { Vertices = 400'000, Degree = 8, Rounds = 80 };

int main() {
  double *Ranks = allocate<double>(Vertices),
         *Next = allocate<double>(Vertices);
  uint32_t *Number = allocate<uint32_t>(Vertices);
  uint32_t *Edges = allocate<uint32_t>(size_t(Vertices) * Degree);
  uint64_t Random = 23, Sum = 0;
  for (uint32_t I = 0; I != Vertices; ++I)
    Number[I] = I;
#ifndef AFTER
  for (uint32_t I = Vertices - 1; I != 0; --I) {
    uint32_t Place = nextBelow(Random, I + 1), Old = Number[I];
    Number[I] = Number[Place], Number[Place] = Old;
  }
#endif
  Random = 24;
  for (uint32_t I = 0; I != Vertices; ++I) {
    Ranks[Number[I]] = double(I % 17);
    for (uint32_t E = 0; E != Degree; ++E)
      Edges[size_t(Number[I]) * Degree + E] =
          Number[(I + nextBelow(Random, 2000)) % Vertices];
  }
  for (uint32_t Round = 0; Round != Rounds; ++Round) {
    for (uint32_t V = 0; V != Vertices; ++V) {
      double Rank = 0;
      for (uint32_t E = 0; E != Degree; ++E)
        Rank += Ranks[Edges[size_t(V) * Degree + E]];
      Next[V] = Rank * 0.125;
    }
    double *Old = Ranks;
    Ranks = Next, Next = Old;
  }
  for (uint32_t I = 0; I != Vertices; ++I)
    Sum += uint64_t(Ranks[I]);
  return printSum(Sum);
}

// Short chains of cells: the first cell of a later chain can be on its way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: prefetch Cells

#include "pair.h"

enum { Count = 16'000'000, Chains = 200'000, Rounds = 10, Distance = 12 };

struct Cell {
  uint32_t Next, Value;
};

int main() {
  Cell *Cells = allocate<Cell>(Count);
  uint32_t *Starts = allocate<uint32_t>(Chains + Distance);
  uint64_t Random = 13, Sum = 0;
  for (uint32_t I = 0; I != Count; ++I)
    Cells[I] = {nextRandom(Random) % 3 ? 1 + nextBelow(Random, Count - 1) : 0,
                I};
  for (uint32_t I = 0; I != Chains; ++I)
    Starts[I] = 1 + nextBelow(Random, Count - 1);
  for (uint32_t Round = 0; Round != Rounds; ++Round)
    for (uint32_t I = 0; I != Chains; ++I) {
#ifdef AFTER
      __builtin_prefetch(&Cells[Starts[I + Distance]]);
#endif
      uint32_t Steps = 0;
      for (uint32_t Number = Starts[I]; Number != 0 && Steps != 8;
           Number = Cells[Number].Next, ++Steps)
        Sum += Cells[Number].Value;
    }
  return printSum(Sum);
}

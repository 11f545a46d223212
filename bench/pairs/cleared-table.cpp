// Groups of numbers are counted in a table that is empty before each group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: clear Table

#include "pair.h"

enum { Slots = 1 << 21, Group = 12000, Groups = 1500 };

int main() {
  uint32_t *Table = allocate<uint32_t>(Slots);
  uint32_t *Used = allocate<uint32_t>(Group);
  uint64_t Random = 5, Sum = 0;
  for (uint32_t Round = 0; Round != Groups; ++Round) {
#ifndef AFTER
    memset(Table, 0, Slots * sizeof *Table);
#endif
    for (uint32_t I = 0; I != Group; ++I) {
      Used[I] = nextBelow(Random, Slots);
      Sum += ++Table[Used[I]] * I;
    }
#ifdef AFTER
    for (uint32_t I = 0; I != Group; ++I)
      Table[Used[I]] = 0;
#endif
  }
  return printSum(Sum);
}

// Keys are counted in a table that no cache holds; or first put into parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: block Counts

#include "pair.h"

enum { Slots = 1 << 25, Keys = 12'000'000, Parts = 64 };

int main() {
  uint32_t *Counts = allocate<uint32_t>(Slots), *Key = allocate<uint32_t>(Keys);
  uint64_t Random = 19, Sum = 0;
  memset(Counts, 0, Slots * sizeof *Counts);
  for (uint32_t I = 0; I != Keys; ++I)
    Key[I] = nextBelow(Random, Slots);
#ifdef AFTER
  uint32_t *Parted = allocate<uint32_t>(Keys), Place[Parts + 1] = {};
  for (uint32_t I = 0; I != Keys; ++I)
    ++Place[Key[I] / (Slots / Parts) + 1];
  for (uint32_t Part = 0; Part != Parts; ++Part)
    Place[Part + 1] += Place[Part];
  for (uint32_t I = 0; I != Keys; ++I)
    Parted[Place[Key[I] / (Slots / Parts)]++] = Key[I];
  Key = Parted;
#endif
  for (uint32_t I = 0; I != Keys; ++I)
    Sum += ++Counts[Key[I]];
  return printSum(Sum);
}

// Items of 40 bytes, read in order: aligned to lines, there are more lines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: align Items

#include "pair.h"

#ifdef AFTER
struct alignas(64) Item {
#else
struct Item {
#endif
  uint64_t Parts[5];
};

enum { Count = 1'500'000, Rounds = 80 };

int main() {
  Item *Items = static_cast<Item *>(aligned_alloc(64, Count * sizeof(Item)));
  if (!Items)
    return 1;
  for (uint32_t I = 0; I != Count; ++I)
    for (uint64_t &Part : Items[I].Parts)
      Part = I;
  uint64_t Sum = 0;
  for (uint32_t Round = 0; Round != Rounds; ++Round)
    for (uint32_t I = 0; I != Count; ++I)
      Sum +=
          (Items[I].Parts[0] ^ Items[I].Parts[2]) + Items[I].Parts[4] * Round;
  return printSum(Sum);
}

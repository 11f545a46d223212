// Values are taken by indices once: to sort the indices costs more.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: order Values

#include "pair.h"
#include <algorithm>

enum { Count = 1'000'000, Lookups = 3'000'000 };

int main() {
  uint32_t *Values = allocate<uint32_t>(Count),
           *Index = allocate<uint32_t>(Lookups);
  uint64_t Random = 11, Sum = 0;
  for (uint32_t I = 0; I != Count; ++I)
    Values[I] = I ^ 77;
  for (uint32_t I = 0; I != Lookups; ++I)
    Index[I] = nextBelow(Random, Count);
#ifdef AFTER
  std::sort(Index, Index + Lookups);
#endif
  for (uint32_t I = 0; I != Lookups; ++I)
    Sum += Values[Index[I]];
  return printSum(Sum);
}

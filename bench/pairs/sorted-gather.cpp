// Values are taken by indices, ten times; sorted indices walk through memory
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// once. change: order Values

#include "pair.h"
#include <algorithm>

enum { Count = 1'000'000, Lookups = 400'000, Rounds = 700 };

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
  for (uint32_t Round = 0; Round != Rounds; ++Round)
    for (uint32_t I = 0; I != Lookups; ++I)
      Sum += Values[Index[I]] ^ Round;
  return printSum(Sum);
}

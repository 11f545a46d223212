// Marks of 20,000 places, set and read in any order: bytes fit the first level
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// already. change: shrink Marks

#include "pair.h"

enum { Count = 20'000, Visits = 300'000'000 };

int main() {
  uint64_t Random = 25, Sum = 0;
  uint8_t *Marks = allocate<uint8_t>(Count);
  uint32_t *Order = allocate<uint32_t>(4096);
  for (uint32_t I = 0; I != 4096; ++I)
    Order[I] = nextBelow(Random, Count);
  for (uint32_t I = 0; I != Visits; ++I) {
    uint32_t Bit = (Order[I % 4096] + I / 4096) % Count;
#ifdef AFTER
    Marks[Bit / 8] ^= uint8_t(1 << Bit % 8);
    Sum += Marks[Bit / 8] >> Bit % 8 & 1;
#else
    Marks[Bit] ^= 1;
    Sum += Marks[Bit];
#endif
  }
  return printSum(Sum);
}

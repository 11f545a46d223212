// Places are visited in any order, and both members are used: two arrays are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// two misses. change: split Places

#include "pair.h"

enum { Count = 200'000, Visits = 40'000'000 };

#ifdef AFTER
static uint64_t *Key, *Value;
#define KEY(I) Key[I]
#define VALUE(I) Value[I]
#else
struct Place {
  uint64_t Key, Value;
};
static Place *Places;
#define KEY(I) Places[I].Key
#define VALUE(I) Places[I].Value
#endif

int main() {
#ifdef AFTER
  Key = allocate<uint64_t>(Count), Value = allocate<uint64_t>(Count);
#else
  Places = allocate<Place>(Count);
#endif
  for (uint32_t I = 0; I != Count; ++I)
    KEY(I) = I * 7, VALUE(I) = I;
  uint64_t Random = 27, Sum = 0;
  for (uint32_t I = 0; I != Visits; ++I) {
    uint32_t Index = nextBelow(Random, Count);
    Sum += KEY(Index) ^ VALUE(Index);
  }
  return printSum(Sum);
}

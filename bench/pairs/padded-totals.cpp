// Totals by kind, added by one thread: a line for each fills the cache with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nothing. change: unshare Totals

#include "pair.h"

enum { Kinds = 4000, Visits = 400'000'000 };

#ifdef AFTER
struct alignas(64) Total {
#else
struct Total {
#endif
  uint64_t Sum;
};

static Total Totals[Kinds];

int main() {
  uint64_t Random = 29, Sum = 0;
  uint32_t *Kind = allocate<uint32_t>(1 << 16);
  for (uint32_t I = 0; I != 1 << 16; ++I)
    Kind[I] = nextBelow(Random, Kinds);
  for (uint32_t I = 0; I != Visits; ++I)
    Totals[Kind[I % (1 << 16)]].Sum += I;
  for (const Total &T : Totals)
    Sum = Sum * 31 + T.Sum;
  return printSum(Sum);
}

// A sum over an array in order, with prefetches that the processor makes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// itself. change: prefetch Values

#include "pair.h"

enum { Count = 6'000'000, Rounds = 80 };

int main() {
  uint64_t *Values = allocate<uint64_t>(Count);
  for (uint32_t I = 0; I != Count; ++I)
    Values[I] = I * 3;
  uint64_t Sum = 0;
  for (uint32_t Round = 0; Round != Rounds; ++Round)
    for (uint32_t I = 0; I != Count; I += 8) {
#ifdef AFTER
      __builtin_prefetch(&Values[I] + 256);
#endif
      for (uint32_t J = 0; J != 8; ++J)
        Sum += Values[I + J] ^ Round;
    }
  return printSum(Sum);
}

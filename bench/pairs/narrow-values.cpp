// Sums of products over arrays that no cache holds: numbers of 8 or of 4 bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: shrink Left

#include "pair.h"

#ifdef AFTER
typedef float Value;
#else
typedef double Value;
#endif

enum { Count = 6'000'000, Rounds = 60 };

int main() {
  Value *Left = allocate<Value>(Count), *Right = allocate<Value>(Count);
  for (uint32_t I = 0; I != Count; ++I)
    Left[I] = Value(I % 3), Right[I] = Value(I % 2);
  for (uint32_t Round = 0; Round != Rounds; ++Round)
    for (uint32_t I = 0; I != Count; ++I)
      Left[I] = Right[I] - Left[I];
  uint64_t Sum = 0;
  for (uint32_t I = 0; I != Count; ++I)
    Sum += uint64_t(Left[I] + 16);
  return printSum(Sum);
}

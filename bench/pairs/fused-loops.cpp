// Three passes over arrays that no cache holds, or one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: fuse Values

#include "pair.h"

enum { Count = 8'000'000, Rounds = 30 };

int main() {
  float *Values = allocate<float>(Count), *Weights = allocate<float>(Count);
  for (uint32_t I = 0; I != Count; ++I)
    Values[I] = float(I % 9), Weights[I] = float(I % 5);
  for (uint32_t Round = 0; Round != Rounds; ++Round) {
#ifdef AFTER
    for (uint32_t I = 0; I != Count; ++I) {
      float V = Values[I] * 0.5f;
      V += Weights[I];
      Values[I] = V < 3 ? V : 3;
    }
#else
    for (uint32_t I = 0; I != Count; ++I)
      Values[I] *= 0.5f;
    for (uint32_t I = 0; I != Count; ++I)
      Values[I] += Weights[I];
    for (uint32_t I = 0; I != Count; ++I)
      Values[I] = Values[I] < 3 ? Values[I] : 3;
#endif
  }
  uint64_t Sum = 0;
  for (uint32_t I = 0; I != Count; ++I)
    Sum += uint64_t(Values[I] * 1000);
  return printSum(Sum);
}

// The product of matrices that the second level holds, in rows already; blocks
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// add loops. change: block B

#include "pair.h"

enum { Side = 256, Block = 64, Rounds = 200 };

int main() {
  float *A = allocate<float>(Side * Side), *B = allocate<float>(Side * Side);
  float *C = allocate<float>(Side * Side);
  for (uint32_t I = 0; I != Side * Side; ++I)
    A[I] = float(I % 5), B[I] = float(I % 3);
  for (uint32_t Round = 0; Round != Rounds; ++Round) {
    memset(C, 0, Side * Side * sizeof *C);
#ifdef AFTER
    for (uint32_t KBlock = 0; KBlock != Side; KBlock += Block)
      for (uint32_t I = 0; I != Side; ++I)
        for (uint32_t K = KBlock; K != KBlock + Block; ++K)
          for (uint32_t J = 0; J != Side; ++J)
            C[I * Side + J] += A[I * Side + K] * B[K * Side + J];
#else
    for (uint32_t I = 0; I != Side; ++I)
      for (uint32_t K = 0; K != Side; ++K)
        for (uint32_t J = 0; J != Side; ++J)
          C[I * Side + J] += A[I * Side + K] * B[K * Side + J];
#endif
  }
  uint64_t Sum = 0;
  for (uint32_t I = 0; I != Side * Side; ++I)
    Sum = Sum * 31 + uint64_t(C[I]);
  return printSum(Sum);
}

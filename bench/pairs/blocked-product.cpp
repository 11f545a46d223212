// The product of two matrices, of which the second is walked down its columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: traverse B

#include "pair.h"

enum { Side = 640, Block = 32 };

int main() {
  float *A = allocate<float>(Side * Side), *B = allocate<float>(Side * Side);
  float *C = allocate<float>(Side * Side);
  for (uint32_t I = 0; I != Side * Side; ++I)
    A[I] = float(I % 5), B[I] = float(I % 3);
#ifdef AFTER
  for (uint32_t KBlock = 0; KBlock != Side; KBlock += Block)
    for (uint32_t I = 0; I != Side; ++I)
      for (uint32_t K = KBlock; K != KBlock + Block; ++K)
        for (uint32_t J = 0; J != Side; ++J)
          C[I * Side + J] += A[I * Side + K] * B[K * Side + J];
#else
  for (uint32_t I = 0; I != Side; ++I)
    for (uint32_t J = 0; J != Side; ++J) {
      float Sum = 0;
      for (uint32_t K = 0; K != Side; ++K)
        Sum += A[I * Side + K] * B[K * Side + J];
      C[I * Side + J] = Sum;
    }
#endif
  uint64_t Sum = 0;
  for (uint32_t I = 0; I != Side * Side; ++I)
    Sum = Sum * 31 + uint64_t(C[I]);
  return printSum(Sum);
}

// A sparse matrix times a vector: columns as numbers of 64 or 32 bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: shrink Columns

#include "pair.h"

#ifdef AFTER
typedef uint32_t Index;
#else
typedef uint64_t Index;
#endif

enum { Rows = 120'000, PerRow = 16, Rounds = 400 };

int main() {
  Index *Columns = allocate<Index>(size_t(Rows) * PerRow);
  double *X = allocate<double>(Rows), *Y = allocate<double>(Rows);
  uint64_t Random = 17, Sum = 0;
  for (uint32_t I = 0; I != Rows; ++I)
    X[I] = double(I % 11);
  for (uint32_t I = 0; I != Rows * PerRow; ++I)
    Columns[I] = (I / PerRow + nextBelow(Random, 200)) % Rows;
  for (uint32_t Round = 0; Round != Rounds; ++Round)
    for (uint32_t Row = 0; Row != Rows; ++Row) {
      double Value = 0;
      for (uint32_t I = Row * PerRow; I != (Row + 1) * PerRow; ++I)
        Value += X[Columns[I]];
      Y[Row] += Value;
    }
  for (uint32_t Row = 0; Row != Rows; ++Row)
    Sum += uint64_t(Y[Row]);
  return printSum(Sum);
}

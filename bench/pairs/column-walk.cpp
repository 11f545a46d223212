// Sums of a picture, walked down its columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: traverse Picture

#include "pair.h"

enum { Rows = 3000, Columns = 2500 };

int main() {
  float *Picture = allocate<float>(size_t(Rows) * Columns);
  for (size_t I = 0; I != size_t(Rows) * Columns; ++I)
    Picture[I] = float(I % 7);
  uint64_t Sum = 0;
  for (uint32_t Round = 0; Round != 24; ++Round) {
#ifdef AFTER
    for (uint32_t Row = 0; Row != Rows; ++Row)
      for (uint32_t Column = 0; Column != Columns; ++Column)
#else
    for (uint32_t Column = 0; Column != Columns; ++Column)
      for (uint32_t Row = 0; Row != Rows; ++Row)
#endif
        Sum += uint64_t(Picture[size_t(Row) * Columns + Column]) ^ Round;
  }
  return printSum(Sum);
}

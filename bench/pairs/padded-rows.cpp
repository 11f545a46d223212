// A stencil down the columns of a field whose rows are 8 KiB apart, or 8 KiB
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// and a line. change: pad-rows Field

#include "pair.h"

#ifdef AFTER
enum { Stride = 1024 + 8 };
#else
enum { Stride = 1024 };
#endif
enum { Rows = 400, Columns = 1024, Rounds = 60 };

int main() {
  double *Field = allocate<double>(size_t(Rows) * Stride);
  for (uint32_t Row = 0; Row != Rows; ++Row)
    for (uint32_t Column = 0; Column != Columns; ++Column)
      Field[Row * Stride + Column] = double((Row * 7 + Column) % 13);
  for (uint32_t Round = 0; Round != Rounds; ++Round)
    for (uint32_t Column = 0; Column != Columns; ++Column)
      for (uint32_t Row = 1; Row != Rows; ++Row)
        Field[Row * Stride + Column] =
            0.5 *
            (Field[Row * Stride + Column] + Field[(Row - 1) * Stride + Column]);
  uint64_t Sum = 0;
  for (uint32_t Column = 0; Column != Columns; ++Column)
    Sum += uint64_t(Field[(Rows - 1) * Stride + Column] * 1e6);
  return printSum(Sum);
}

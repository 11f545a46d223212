// A transposition: either the loads or the stores go down the columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: traverse Source

#include "pair.h"

enum { Side = 1500, Rounds = 80 };

int main() {
  float *Source = allocate<float>(Side * Side),
        *Goal = allocate<float>(Side * Side);
  for (uint32_t I = 0; I != Side * Side; ++I)
    Source[I] = float(I % 19);
  uint64_t Sum = 0;
  for (uint32_t Round = 0; Round != Rounds; ++Round) {
#ifdef AFTER
    for (uint32_t Row = 0; Row != Side; ++Row)
      for (uint32_t Column = 0; Column != Side; ++Column)
        Goal[Column * Side + Row] = Source[Row * Side + Column] + 1;
#else
    for (uint32_t Column = 0; Column != Side; ++Column)
      for (uint32_t Row = 0; Row != Side; ++Row)
        Goal[Column * Side + Row] = Source[Row * Side + Column] + 1;
#endif
    Source[Round] = Goal[7 * Round];
  }
  for (uint32_t I = 0; I < Side * Side; I += 97)
    Sum += uint64_t(Goal[I]);
  return printSum(Sum);
}

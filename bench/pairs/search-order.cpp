// Binary search in sorted keys, or in keys stored level by level.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: order Keys

#include "pair.h"

enum { Count = (1 << 20) - 1, Asked = 2'000'000 };

#ifdef AFTER
static uint32_t fill(uint32_t *Keys, uint32_t At, uint32_t Next) {
  if (At > Count)
    return Next;
  Next = fill(Keys, 2 * At, Next);
  Keys[At] = 3 * Next++;
  return fill(Keys, 2 * At + 1, Next);
}
#endif

int main() {
  uint32_t *Keys = allocate<uint32_t>(Count + 1);
  uint64_t Random = 21, Sum = 0;
#ifdef AFTER
  fill(Keys, 1, 0);
#else
  for (uint32_t I = 0; I != Count; ++I)
    Keys[I] = 3 * I;
#endif
  for (uint32_t I = 0; I != Asked; ++I) {
    uint32_t Wanted = nextBelow(Random, 3 * Count);
#ifdef AFTER
    uint32_t At = 1, Found = 0;
    while (At <= Count) {
      if (Keys[At] <= Wanted)
        Found = Keys[At], At = 2 * At + 1;
      else
        At = 2 * At;
    }
#else
    uint32_t Low = 0, High = Count;
    while (High - Low > 1) {
      uint32_t Middle = Low + (High - Low) / 2;
      if (Keys[Middle] <= Wanted)
        Low = Middle;
      else
        High = Middle;
    }
    uint32_t Found = Keys[Low];
#endif
    Sum += Found;
  }
  return printSum(Sum);
}

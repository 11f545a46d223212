// Binary search in sorted keys, or in keys stored level by level.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: order Keys

#include "pair.h"

enum { Count = (1 << 20) - 1, Lookups = 2'000'000 };

#ifdef AFTER
static uint32_t fill(uint32_t *Keys, uint32_t Node, uint32_t Next) {
  if (Node > Count)
    return Next;
  Next = fill(Keys, 2 * Node, Next);
  Keys[Node] = 3 * Next++;
  return fill(Keys, 2 * Node + 1, Next);
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
  for (uint32_t I = 0; I != Lookups; ++I) {
    uint32_t Wanted = nextBelow(Random, 3 * Count);
#ifdef AFTER
    uint32_t Node = 1, Found = 0;
    while (Node <= Count) {
      if (Keys[Node] <= Wanted)
        Found = Keys[Node], Node = 2 * Node + 1;
      else
        Node = 2 * Node;
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

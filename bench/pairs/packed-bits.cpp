// A sieve: a byte for each odd number, or a bit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: shrink Composite

#include "pair.h"

enum { Count = 90'000'000 };

int main() {
  uint64_t Sum = 0;
#ifdef AFTER
  uint64_t *Composite = allocate<uint64_t>(Count / 64 + 1);
#define IS(I) (Composite[(I) / 64] >> (I) % 64 & 1)
#define MARK(I) Composite[(I) / 64] |= uint64_t(1) << (I) % 64
#else
  char *Composite = allocate<char>(Count);
#define IS(I) Composite[I]
#define MARK(I) Composite[I] = 1
#endif
  for (uint32_t I = 1; 2 * I * (I + 1) < Count; ++I)
    if (!IS(I))
      for (uint32_t Multiple = 2 * I * (I + 1); Multiple < Count;
           Multiple += 2 * I + 1)
        MARK(Multiple);
  for (uint32_t I = 1; I != Count; ++I)
    Sum += IS(I) ? 0 : I;
  return printSum(Sum);
}

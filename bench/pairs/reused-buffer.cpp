// Each message is written to a new part of a ring of 64 MiB, or to the same
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer. change: reuse Ring

#include "pair.h"

enum { Bytes = 16 << 10, Slots = 4096, Messages = 200'000 };

int main() {
  char *Ring = allocate<char>(size_t(Bytes) * Slots);
  uint64_t Sum = 0;
  for (uint32_t I = 0; I != Messages; ++I) {
#ifdef AFTER
    char *Buffer = Ring;
#else
    char *Buffer = Ring + size_t(I % Slots) * Bytes;
#endif
    memset(Buffer, int(I % 100), Bytes);
    for (uint32_t J = 0; J != Bytes; J += 8)
      Sum += uint64_t(Buffer[J]);
  }
  return printSum(Sum);
}

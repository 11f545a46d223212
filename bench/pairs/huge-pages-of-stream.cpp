// Passes over 48 MiB in order: a page is left after 64 lines, whatever its
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// size. change: huge-pages Values

#include "pair.h"
#include <sys/mman.h>

enum { Count = 6 << 20, Rounds = 20 };

int main() {
  size_t Bytes = size_t(Count) * sizeof(uint64_t);
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return 1;
#ifdef AFTER
  madvise(Memory, Bytes, MADV_HUGEPAGE);
#else
  madvise(Memory, Bytes, MADV_NOHUGEPAGE);
#endif
  uint64_t *Values = static_cast<uint64_t *>(Memory);
  for (uint32_t I = 0; I != Count; ++I)
    Values[I] = I;
  uint64_t Sum = 0;
  for (uint32_t Round = 0; Round != Rounds; ++Round)
    for (uint32_t I = 0; I != Count; ++I)
      Sum += Values[I] * (Round + Sum % 2);
  return printSum(Sum);
}

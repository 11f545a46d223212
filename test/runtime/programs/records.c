// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records three blocks, then asks for the time: `records` or `records errno`.
#include "../support/Instrumented.h"
#include <errno.h>
#include <stdio.h>

int main(void) {
  beginRecord(0);
  uint64_t *Slots = beginRecord(2);
  Slots[0] = 0x1111;
  Slots[1] = 0x2222;
  recordOne(0x3333);
  // errno survives a change of chunks.
  errno = 77;
  for (uint64_t I = 0; I != 100000; ++I)
    recordOne(I);
  printf("%d %p\n", errno, (void *)TestBlocks);
  return 0;
}

// Ten rounds over 4 MiB; every 64 elements, a look at 16 KiB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>

enum { Large = 4 << 20, Small = 16 << 10, Rounds = 10 };
_Alignas(64) uint64_t large[Large / 8];
_Alignas(64) uint64_t small[Small / 8];

int main(void) {
  uint64_t sum = 0, at = 0;
  for (int round = 0; round != Rounds; ++round)
    for (int i = 0; i != Large / 8; ++i) {
      sum += large[i];
      if (i % 64 == 0)
        small[at = (at + 8) % (Small / 8)] += sum;
    }
  printf("%llu\n", (unsigned long long)sum);
}

// Copies of 128 bytes, aligned to that, at random: all lines miss, and second
// halves are in odd lines, as is the one that is always chosen. Touches are
// estimated as misses are, so the rate is right.
//
// RUN: %memfacet-clang -O2 -g %s -o %t
// RUN: %memfacet record --cache 'L1=32K,8;L2=256K,8' --lines 1/64 -o %t.mfp -- %t
// RUN: %memfacet check %t.mfp
// RUN: %expect %t.mfp --all 's("Table").accesses == 6000000 + 1' '10800000 < s("Table").levels[0]["accesses"] < 13200000' '10200000 < s("Table").levels[0]["misses"] < 13200000'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string.h>

struct __attribute__((aligned(128))) Record {
  long Values[16];
};
static struct Record Table[1 << 16], Copy;

__attribute__((noinline)) static void copy(struct Record *Target,
                                           const struct Record *Source) {
  memcpy(Target, Source, sizeof *Target);
  __asm__ volatile("" : : "r"(Target) : "memory");
}

int main(void) {
  memset(Table, 1, sizeof Table);
  unsigned long Random = 1;
  for (long i = 0; i != 6000000; ++i) {
    Random = Random * 6364136223846793005ul + 1;
    copy(&Copy, &Table[Random >> 48]);
  }
  return Copy.Values[3] == 0;
}

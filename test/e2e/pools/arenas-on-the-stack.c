// Pieces of an arena that is a local end with it: what lies in their place
// afterwards, in the next local or in the same one, is not theirs.
//
// RUN: for How in -O0 -O2; do \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   for Lines in --complete "--lines 1" ""; do \
// RUN:     %memfacet record $Lines -o %t.mfp -- %t && \
// RUN:     %expect %t.mfp \
// RUN:       'Number.objects == 100' 'Number.type == "struct number"' \
// RUN:       'Number.stores == 100 * 21' 'Number.loads == 0' \
// RUN:       'Values.stores == 50 * 60' 'Values.loads == 0' \
// RUN:       'Number.peak_bytes == 21 * 8' \
// RUN:       'Arena.stores == 150 * 40' \
// RUN:       'not report["notes"]' || { echo "$How $Lines"; exit 1; }; \
// RUN:   done || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>

struct number {
  volatile long length, digits[20];
};
struct memory {
  volatile long words[40];
};

static void *take(char **Cursor, size_t Bytes) {
  void *Piece = *Cursor;
  *Cursor += (Bytes + 15) / 16 * 16;
  return Piece;
}

__attribute__((noinline)) static void parse(char *Memory) {
  struct number *Number = take(&Memory, sizeof *Number);
  Number->length = 20;
  for (int I = 0; I < 20; ++I)
    Number->digits[I] = I;
}

__attribute__((noinline)) static void clear(volatile long *Values, int Count) {
  for (int I = 0; I < Count; ++I)
    Values[I] = I;
}

// The arena is written whole before there are pieces in it, and begins again in the same place.
__attribute__((noinline)) static void convert(int Uses) {
  struct memory Arena;
  clear(Arena.words, 40);
  if (Uses)
    parse((char *)&Arena);
}

__attribute__((noinline)) static void use(void) {
  volatile long Values[60];
  clear(Values, 60);
}

int main(void) {
  for (int I = 0; I < 100; ++I) {
    convert(1);
    if (I % 2)
      use();
    else
      convert(0);
  }
}

// Uses what it only gets as `void *`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "use.h"
#include <string.h>

void fillEncoder(void *Memory, int Rounds) {
  struct encoder *E = Memory;
  for (int I = 0; I != Rounds; ++I) {
    struct range *R = &E->range;
    R->low += I;
    E->probs[I % 64] = I;
    E->count += R->low;
  }
}

void fillNumbers(void *Memory, int Count) {
  unsigned short *Numbers = Memory;
  memset(Memory, 0, Count * sizeof *Numbers);
  for (int I = 0; I != Count; ++I)
    Numbers[I] += I;
}

void fillTables(void *Memory, int Count) {
  short *Heads = Memory;
  int *Chains = (int *)(Heads + Count);
  for (int I = 0; I != Count; ++I) {
    Heads[I] = I;
    Chains[I] = -I;
    Chains[I] += Heads[I];
  }
}

void fillPointers(void *Memory, void *Value, int Count) {
  void **Slots = Memory;
  for (int I = 0; I != Count; ++I)
    Slots[I] = Value;
}

void copy(void *To, const void *From, int Count) { memcpy(To, From, Count); }

long readText(const void *Memory, int Count) {
  const char *Text = Memory;
  long Sum = 0;
  for (int I = 0; I + 8 <= Count; ++I) {
    int Word;
    long Long;
    memcpy(&Word, Text + I, sizeof Word);
    memcpy(&Long, Text + I, sizeof Long);
    Sum += Text[Count - 1 - I] + Word + Long;
  }
  return Sum;
}

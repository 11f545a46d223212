// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception Each thread counts
// the letters of a text of its own in counters of its own. Counters of several
// threads are in one line; with -DPADDED they are not. SIZE: rounds.

#include "common.h"

enum { Letters = 1 << 14 };
struct Counters {
#ifdef PADDED
  _Alignas(64)
#endif
      long Vowels;
  long Others;
};
static struct Counters Counts[MaxThreads];
static unsigned char Texts[MaxThreads][Letters];

static void *count(void *Argument) {
  long Me = (long)Argument;
  uint32_t State = (uint32_t)Me + 1;
  for (int I = 0; I < Letters; ++I)
    Texts[Me][I] = 'a' + nextRandom(&State) % 26;
  volatile struct Counters *Mine = &Counts[Me];
  for (long Round = 0; Round < Size; ++Round)
    for (int I = 0; I < Letters; ++I) {
      unsigned char C = Texts[Me][I];
      if (C == 'a' || C == 'e' || C == 'i' || C == 'o' || C == 'u')
        ++Mine->Vowels;
      else if ((I & 7) == 0)
        ++Mine->Others;
    }
  return NULL;
}

int main(int Count, char **Words) {
  readArguments(Count, Words);
  runThreads(count);
  long Vowels = 0, Others = 0;
  for (int I = 0; I < Threads; ++I)
    Vowels += Counts[I].Vowels, Others += Counts[I].Others;
  printf("%ld %ld\n", Vowels, Others);
}

// Phases and periods that are known beforehand. The first argument has a letter
// for each stretch: S streams through a large array, T by the same code through
// a tiny part of it, C computes, P follows a ring of lines that are far apart.
// The second argument is the length of a stretch in iterations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

enum { Large = 1 << 18, Nodes = 512, Far = 1024 };

static volatile long Array[Large];
static volatile long Ring[Nodes * Far];

static long __attribute__((noinline)) streamed(long Count, long Part) {
  static long At;
  long Sum = 0;
  for (long I = 0; I < Count; ++I, At = (At + 8) & (Part - 1))
    Sum += Array[At];
  return Sum;
}

static long __attribute__((noinline)) computed(long Count) {
  unsigned long X = (unsigned long)Count | 1;
  for (long I = 0; I < Count; ++I)
    X = X * 6364136223846793005u + Array[X >> 58];
  return (long)X;
}

static long __attribute__((noinline)) chased(long Count) {
  long At = 0;
  for (long I = 0; I < Count; ++I)
    At = Ring[At];
  return At;
}

int main(int Count, char **Words) {
  const char *Plan = Count > 1 ? Words[1] : "SCP";
  long Length = Count > 2 ? atol(Words[2]) : 200000, Sum = 0;
  for (long I = 0; I < Nodes; ++I)
    Ring[I * Far] = (I + 1) % Nodes * Far;
  // Later stretches must not differ from the first one.
  Sum += streamed(Large / 8, Large);
  for (const char *At = Plan; *At; ++At)
    Sum += *At == 'S'   ? streamed(Length, Large)
           : *At == 'T' ? streamed(Length, 512)
           : *At == 'C' ? computed(Length)
                        : chased(Length);
  printf("%ld\n", Sum);
  return 0;
}

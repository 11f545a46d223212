// Sorts keys with their payloads by counting digits, least significant first,
// and ranks small keys by buckets: reads in order, writes to 256 places at a
// time. Arguments: keys, rounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Digits = 256 };

struct Pair {
  uint32_t Key;
  uint32_t Payload;
};

static uint64_t State = 3;

static uint32_t draw(void) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(State >> 32);
}

static void countDigits(const struct Pair *Of, int Size, int Shift,
                        int *Begin) {
  int Count[Digits] = {0};
  for (int I = 0; I < Size; ++I)
    ++Count[(Of[I].Key >> Shift) % Digits];
  for (int D = 0, Sum = 0; D < Digits; ++D) {
    Begin[D] = Sum;
    Sum += Count[D];
  }
}

// After an even number of passes, the result is in From again.
static void sortPairs(struct Pair *From, struct Pair *Into, int Size) {
  int Begin[Digits];
  for (int Shift = 0; Shift < 32; Shift += 8) {
    countDigits(From, Size, Shift, Begin);
    for (int I = 0; I < Size; ++I)
      Into[Begin[(From[I].Key >> Shift) % Digits]++] = From[I];
    struct Pair *Other = From;
    From = Into;
    Into = Other;
  }
}

// Computes ranks of keys below Limit, without moving the keys.
static uint64_t ranks(const struct Pair *Of, int Size, uint32_t Limit) {
  int *Buckets = calloc(Limit + 1, sizeof(int));
  for (int I = 0; I < Size; ++I)
    ++Buckets[Of[I].Payload % Limit + 1];
  for (uint32_t B = 0; B < Limit; ++B)
    Buckets[B + 1] += Buckets[B];
  uint64_t Sum = 0;
  for (int I = 0; I < Size; ++I)
    Sum += (uint64_t)Buckets[Of[I].Payload % Limit]++ * (uint64_t)(I % 13);
  free(Buckets);
  return Sum;
}

int main(int Count, char **Words) {
  int Size = Count > 1 ? atoi(Words[1]) : 400000;
  int Rounds = Count > 2 ? atoi(Words[2]) : 80;
  struct Pair *Pairs = malloc(sizeof(struct Pair) * Size);
  struct Pair *Other = malloc(sizeof(struct Pair) * Size);
  uint64_t Sum = 0;
  for (int R = 0; R < Rounds; ++R) {
    for (int I = 0; I < Size; ++I)
      Pairs[I] = (struct Pair){draw(), draw()};
    sortPairs(Pairs, Other, Size);
    for (int I = 1; I < Size; ++I)
      Sum += Pairs[I].Key < Pairs[I - 1].Key;
    Sum = Sum * 31 + Pairs[Size / 2].Payload + ranks(Pairs, Size, 50000);
  }
  printf("%llu\n", (unsigned long long)Sum);
  free(Pairs);
  free(Other);
  return 0;
}

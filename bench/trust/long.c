// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Work of a given length for bench/trust/long.py, whose counts are known.

   long objects N      N objects of 16 bytes live at once, each written once
   long allocations N  N objects, of which 64 live at a time
   long rounds N       N times the same walk over a table and a list
   long random N       N thousand words anywhere in a gigabyte: no trace of them
                       is short */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Item {
  struct Item *Next;
  long Key;
};

enum { Words = 100000, Items = 10000, Kept = 64 };
static long Table[Words];

static struct Item *list(long Count) {
  struct Item *First = NULL;
  for (long I = 0; I != Count; ++I) {
    struct Item *New = malloc(sizeof *New);
    if (!New)
      return NULL;
    New->Next = First;
    New->Key = I;
    First = New;
  }
  return First;
}

static long live(long Count) {
  struct Item *First = list(Count);
  if (!First)
    return -1;
  long Sum = 0;
  for (struct Item *I = First; I; I = I->Next)
    Sum += I->Key;
  return Sum; /* the kernel frees the arrays */
}

static long allocate(long Count) {
  struct Item *Ring[Kept] = {0};
  long Sum = 0;
  for (long I = 0; I != Count; ++I) {
    struct Item *New = malloc(sizeof *New + (size_t)(I % 7) * 16);
    if (!New)
      return -1;
    New->Key = I;
    if (Ring[I % Kept])
      Sum += Ring[I % Kept]->Key;
    free(Ring[I % Kept]);
    Ring[I % Kept] = New;
  }
  return Sum;
}

static long walk(long Rounds) {
  struct Item *First = list(Items);
  if (!First)
    return -1;
  long Sum = 0;
  for (long Round = 0; Round != Rounds; ++Round) {
    for (long I = 0; I != Words; ++I)
      Table[I] += Sum ^ I;
    for (struct Item *I = First; I; I = I->Next)
      Sum += I->Key + Table[I->Key];
  }
  return Sum;
}

/* Words follow a generator of full period, so all are touched. */
static long wander(long Thousands) {
  enum { Places = 1 << 27 };
  long *Large = calloc(Places, sizeof *Large);
  if (!Large)
    return -1;
  unsigned long At = 1;
  for (long T = 0; T != Thousands; ++T)
    for (int I = 0; I != 1000; ++I) {
      At = At * 6364136223846793005UL + 1442695040888963407UL;
      ++Large[At >> 37];
    }
  return Large[1];
}

int main(int Count, char **Words_) {
  if (Count != 3)
    return 2;
  long N = atol(Words_[2]), Sum;
  if (!strcmp(Words_[1], "objects"))
    Sum = live(N);
  else if (!strcmp(Words_[1], "allocations"))
    Sum = allocate(N);
  else if (!strcmp(Words_[1], "random"))
    Sum = wander(N);
  else
    Sum = walk(N);
  printf("%ld\n", Sum);
  return Sum == -1;
}

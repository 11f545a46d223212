// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception Threads look up,
// insert and update words in one table with chains and a lock for each 16th of
// the buckets. SIZE: operations of each thread, thousands.

#include "common.h"

enum { Buckets = 1 << 12, Stripes = 16, Keys = 1 << 13 };
struct Entry {
  struct Entry *Next;
  uint32_t Key;
  uint32_t Uses;
  long Value;
};
static struct Entry *Table[Buckets];
static struct {
  _Alignas(64) pthread_mutex_t Lock;
  long Entries;
} Locks[Stripes];
static long Sums[MaxThreads][8];

static struct Entry *find(uint32_t Key) {
  for (struct Entry *E = Table[Key % Buckets]; E; E = E->Next)
    if (E->Key == Key)
      return E;
  return NULL;
}

static struct Entry *add(uint32_t Key, int Stripe) {
  struct Entry *E = malloc(sizeof *E);
  *E = (struct Entry){Table[Key % Buckets], Key, 0, 0};
  Table[Key % Buckets] = E;
  ++Locks[Stripe].Entries;
  return E;
}

static void *work(void *Argument) {
  long Me = (long)Argument;
  uint32_t State = (uint32_t)Me * 77 + 5;
  long Sum = 0;
  for (long I = 0; I < Size * 1000; ++I) {
    uint32_t R = nextRandom(&State);
    // Half of all operations are on a sixteenth of the keys.
    uint32_t Key = (R >> 8) % (R & 1 ? Keys : Keys / 16);
    int Stripe = (int)(Key % Buckets % Stripes);
    pthread_mutex_lock(&Locks[Stripe].Lock);
    struct Entry *E = find(Key);
    if (!E)
      E = add(Key, Stripe);
    if ((R >> 4) % 8 == 0)
      E->Value += Me;
    else if ((R >> 4) % 8 == 1)
      ++E->Uses;
    else
      Sum += E->Value;
    pthread_mutex_unlock(&Locks[Stripe].Lock);
  }
  Sums[Me][0] = Sum;
  return NULL;
}

int main(int Count, char **Words) {
  readArguments(Count, Words);
  for (int I = 0; I < Stripes; ++I)
    pthread_mutex_init(&Locks[I].Lock, NULL);
  runThreads(work);
  long Entries = 0;
  for (int I = 0; I < Stripes; ++I)
    Entries += Locks[I].Entries;
  printf("%ld\n", Entries);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception Each thread is a
// stage: it takes blocks from the ring before it, works on them, and puts them
// into the ring after it. Rings have a lock and two conditions. SIZE: blocks.

#include "common.h"

enum { Slots = 64, Words = 64 };
struct Block {
  long Values[Words];
};
struct Ring {
  _Alignas(64) pthread_mutex_t Lock;
  pthread_cond_t Filled, Emptied;
  long Put, Taken;
  struct Block Blocks[Slots];
};
static struct Ring Rings[MaxThreads];
static long Result;

static void put(struct Ring *R, const struct Block *B) {
  pthread_mutex_lock(&R->Lock);
  while (R->Put - R->Taken == Slots)
    pthread_cond_wait(&R->Emptied, &R->Lock);
  struct Block *To = &R->Blocks[R->Put % Slots];
  for (int I = 0; I < Words; ++I)
    To->Values[I] = B->Values[I];
  ++R->Put;
  pthread_cond_signal(&R->Filled);
  pthread_mutex_unlock(&R->Lock);
}

static void take(struct Ring *R, struct Block *B) {
  pthread_mutex_lock(&R->Lock);
  while (R->Put == R->Taken)
    pthread_cond_wait(&R->Filled, &R->Lock);
  const struct Block *From = &R->Blocks[R->Taken % Slots];
  for (int I = 0; I < Words; ++I)
    B->Values[I] = From->Values[I];
  ++R->Taken;
  pthread_cond_signal(&R->Emptied);
  pthread_mutex_unlock(&R->Lock);
}

static void *stage(void *Argument) {
  int Me = (int)(long)Argument;
  struct Block B;
  long Sum = 0;
  uint32_t State = 1;
  for (long Number = 0; Number < Size; ++Number) {
    if (Me == 0)
      for (int I = 0; I < Words; ++I)
        B.Values[I] = nextRandom(&State);
    else
      take(&Rings[Me - 1], &B);
    for (int Pass = 0; Pass < 4; ++Pass)
      for (int I = 1; I < Words; ++I)
        B.Values[I] += B.Values[I - 1] >> 1;
    if (Me < Threads - 1)
      put(&Rings[Me], &B);
    else
      Sum += B.Values[Words - 1];
  }
  if (Me == Threads - 1)
    Result = Sum;
  return NULL;
}

int main(int Count, char **Words) {
  readArguments(Count, Words);
  for (int I = 0; I < Threads; ++I) {
    pthread_mutex_init(&Rings[I].Lock, NULL);
    pthread_cond_init(&Rings[I].Filled, NULL);
    pthread_cond_init(&Rings[I].Emptied, NULL);
  }
  runThreads(stage);
  printf("%ld\n", Result);
}

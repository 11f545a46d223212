// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception Threads, arguments
// and random numbers of the programs in this folder.
#ifndef COMMON_H
#define COMMON_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MaxThreads = 64 };

// usage: program THREADS SIZE
static int Threads;
static long Size;

static void readArguments(int Count, char **Words) {
  Threads = Count > 1 ? atoi(Words[1]) : 2;
  Size = Count > 2 ? atol(Words[2]) : 1000;
  if (Threads < 1 || Threads > MaxThreads || Size < 1) {
    fprintf(stderr, "usage: %s THREADS SIZE\n", Words[0]);
    exit(2);
  }
}

static void runThreads(void *(*Work)(void *)) {
  pthread_t Handles[MaxThreads];
  for (long I = 0; I < Threads; ++I)
    pthread_create(&Handles[I], NULL, Work, (void *)I);
  for (long I = 0; I < Threads; ++I)
    pthread_join(Handles[I], NULL);
}

static inline uint32_t nextRandom(uint32_t *State) {
  *State ^= *State << 13, *State ^= *State >> 17, *State ^= *State << 5;
  return *State;
}

#endif

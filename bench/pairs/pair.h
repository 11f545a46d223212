// Shared parts of the pairs: random numbers that are the same everywhere,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memory, and the line that shows that both versions do the same work.

#ifndef BENCH_PAIRS_PAIR_H
#define BENCH_PAIRS_PAIR_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Splitmix: every state gives a good number.
static inline uint64_t nextRandom(uint64_t &State) {
  uint64_t Z = State += 0x9e3779b97f4a7c15;
  Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
  return Z ^ Z >> 31;
}

// A number below Bound.
static inline uint32_t nextBelow(uint64_t &State, uint32_t Bound) {
  return uint32_t((nextRandom(State) >> 32) * Bound >> 32);
}

template <class T> static T *allocate(size_t Count) {
  T *Memory = static_cast<T *>(calloc(Count, sizeof(T)));
  if (!Memory)
    exit(1);
  return Memory;
}

static inline int printSum(uint64_t Sum) {
  printf("checksum %016llx\n", (unsigned long long)Sum);
  return 0;
}

#endif

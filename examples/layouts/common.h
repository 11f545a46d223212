// What the layout examples share: the size, random numbers that are the same
// everywhere, and the line that shows that two versions do the same work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef EXAMPLES_LAYOUTS_COMMON_H
#define EXAMPLES_LAYOUTS_COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The number after "--size", or SIZE.
static inline size_t size_argument(int count, char **values, size_t size) {
  for (int i = 1; i + 1 < count; i += 2)
    if (strcmp(values[i], "--size") == 0)
      size = strtoul(values[i + 1], NULL, 10);
  return size;
}

// Splitmix: every state gives a good number.
static inline uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

static inline void *allocate(size_t count, size_t bytes) {
  void *memory = calloc(count, bytes);
  if (!memory) {
    perror("calloc");
    exit(1);
  }
  return memory;
}

static inline int print_checksum(size_t size, uint64_t sum) {
  printf("size %zu checksum %016llx\n", size, (unsigned long long)sum);
  return 0;
}

#endif

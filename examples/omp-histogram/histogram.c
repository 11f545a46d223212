/*===- omp-histogram/histogram.c - brightness of a picture, by OpenMP ------===*
 *
 * Each thread counts into a histogram of its own; the histograms are added up
 * at the end. Then the counts equalise the picture.
 *
 *===----------------------------------------------------------------------===*/
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <inttypes.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 4096 };

static uint64_t histogram[LEVELS];

static uint64_t scramble(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Every pixel from its own number, so that threads do not matter; the sum of
 * two draws makes the middle more frequent than the ends. */
static void take_picture(uint16_t *pixels, int64_t count, uint64_t seed) {
#pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < count; ++i) {
    uint64_t dice = scramble(seed + (uint64_t)i * 0x9e3779b97f4a7c15);
    pixels[i] = (uint16_t)((dice % LEVELS + (dice >> 32) % LEVELS) / 2);
  }
}

static void count_levels(const uint16_t *pixels, int64_t count) {
#pragma omp parallel
  {
    uint64_t *mine = calloc(LEVELS, sizeof *mine);
    if (!mine)
      abort();
#pragma omp for schedule(static)
    for (int64_t i = 0; i < count; ++i)
      ++mine[pixels[i]];
#pragma omp critical
    for (int level = 0; level < LEVELS; ++level)
      histogram[level] += mine[level];
    free(mine);
  }
}

static void equalise(uint16_t *pixels, int64_t count) {
  uint16_t *map = malloc(LEVELS * sizeof *map);
  if (!map)
    abort();
  uint64_t below = 0;
  for (int level = 0; level < LEVELS; ++level) {
    map[level] = (uint16_t)(below * (LEVELS - 1) / (uint64_t)count);
    below += histogram[level];
  }
#pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < count; ++i)
    pixels[i] = map[pixels[i]];
  free(map);
}

static uint64_t checksum(const uint16_t *pixels, int64_t count) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (int64_t i = 0; i < count; ++i)
    hash = (hash ^ pixels[i]) * UINT64_C(0x100000001b3);
  return hash;
}

int main(int argc, char **argv) {
  uint64_t seed = 1;
  int64_t size = 24000000;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 < argc && strcmp(argv[i], "--seed") == 0) {
      seed = strtoull(argv[i + 1], NULL, 10);
    } else if (i + 1 < argc && strcmp(argv[i], "--size") == 0) {
      size = strtoll(argv[i + 1], NULL, 10);
    } else {
      fprintf(stderr, "usage: omp-histogram [--seed N] [--size PIXELS]\n");
      return 2;
    }
  }
  uint16_t *pixels = size > 0 ? malloc((size_t)size * sizeof *pixels) : NULL;
  if (!pixels) {
    fprintf(stderr, "omp-histogram: no memory for %" PRId64 " pixels\n", size);
    return 1;
  }
  take_picture(pixels, size, seed);
  count_levels(pixels, size);
  equalise(pixels, size);
  printf("pixels %" PRId64 " middle %" PRIu64 "\n", size,
         histogram[LEVELS / 2]);
  printf("checksum %016" PRIx64 "\n", checksum(pixels, size));
  free(pixels);
  return 0;
}

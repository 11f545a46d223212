// A random graph as lists of edges: walks over vertices by indices of 8 bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

enum { DEGREE = 4 };

static uint64_t walk(const size_t *edges, size_t vertices) {
  uint64_t random = 11, sum = 0;
  size_t at = 0;
  for (size_t i = 0; i < 200 * vertices; ++i) {
    at = edges[at * DEGREE + next_random(&random) % DEGREE];
    sum += at;
  }
  return sum;
}

int main(int argc, char **argv) {
  size_t vertices = size_argument(argc, argv, 3000);
  size_t *edges = allocate(vertices * DEGREE, sizeof *edges);
  uint64_t random = 5;
  for (size_t i = 0; i < vertices * DEGREE; ++i)
    edges[i] = next_random(&random) % vertices;
  return print_checksum(vertices, walk(edges, vertices));
}

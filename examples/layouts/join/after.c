// The tree as one array: a step to a node reads one line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct node {
  int64_t weight;
  int32_t parent;
  int32_t depth;
};

static uint64_t climb(const struct node *nodes, size_t count) {
  uint64_t random = 1, sum = 0;
  for (size_t i = 0; i < 20 * count; ++i) {
    const struct node *n = &nodes[next_random(&random) % count];
    sum += (uint64_t)(n->weight * n->depth + n->parent);
  }
  return sum;
}

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 40000);
  struct node *nodes = allocate(count, sizeof *nodes);
  for (size_t i = 0; i < count; ++i) {
    nodes[i].weight = (int64_t)(i % 100);
    nodes[i].parent = (int32_t)(i / 2);
    nodes[i].depth = (int32_t)(i % 17);
  }
  return print_checksum(count, climb(nodes, count));
}

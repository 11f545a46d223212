// A tree in three arrays with the same index: each step to a random node reads
// its weight, its parent and its depth.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct tree {
  int64_t *weight;
  int32_t *parent;
  int32_t *depth;
};

static uint64_t climb(const struct tree *t, size_t count) {
  uint64_t random = 1, sum = 0;
  for (size_t i = 0; i < 20 * count; ++i) {
    size_t node = next_random(&random) % count;
    sum += (uint64_t)(t->weight[node] * t->depth[node] + t->parent[node]);
  }
  return sum;
}

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 40000);
  struct tree t = {allocate(count, sizeof *t.weight),
                   allocate(count, sizeof *t.parent),
                   allocate(count, sizeof *t.depth)};
  for (size_t i = 0; i < count; ++i) {
    t.weight[i] = (int64_t)(i % 100);
    t.parent[i] = (int32_t)(i / 2);
    t.depth[i] = (int32_t)(i % 17);
  }
  return print_checksum(count, climb(&t, count));
}

// The bodies, each in a line of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct body {
  _Alignas(64) double x;
  double y, z;
  double mass;
  double radius;
  int64_t kind;
};

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 12000);
  struct body *bodies = aligned_alloc(64, count * sizeof *bodies);
  if (!bodies)
    return 1;
  for (size_t i = 0; i < count; ++i) {
    bodies[i].x = (double)(i % 100);
    bodies[i].y = (double)(i % 77);
    bodies[i].z = (double)(i % 55);
    bodies[i].radius = 1 + (double)(i % 7);
    bodies[i].mass = (double)(i % 13);
    bodies[i].kind = (int64_t)(i % 3);
  }
  uint64_t random = 21;
  double sum = 0;
  for (size_t i = 0; i < 30 * count; ++i) {
    const struct body *b = &bodies[next_random(&random) % count];
    if (b->kind != 2)
      sum += (b->x + b->y + b->z) * b->mass / b->radius;
  }
  return print_checksum(count, (uint64_t)sum);
}

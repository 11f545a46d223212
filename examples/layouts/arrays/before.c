// Particles: steps that each use one or two members of all of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct particle {
  double x, y, z;
  double vx, vy, vz;
  double mass;
  double charge;
};

static void move(struct particle *p, size_t count) {
  for (size_t i = 0; i < count; ++i)
    p[i].x += p[i].vx;
}

static double heaviest(const struct particle *p, size_t count) {
  double most = 0;
  for (size_t i = 0; i < count; ++i)
    if (p[i].mass > most)
      most = p[i].mass;
  return most;
}

static double total_charge(const struct particle *p, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += p[i].charge;
  return sum;
}

static double spread(const struct particle *p, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += p[i].y * p[i].vy + p[i].z * p[i].vz;
  return sum;
}

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 30000);
  struct particle *p = allocate(count, sizeof *p);
  uint64_t random = 7;
  for (size_t i = 0; i < count; ++i) {
    p[i].vx = (double)(next_random(&random) % 100);
    p[i].y = p[i].z = p[i].vy = p[i].vz = 1;
    p[i].mass = (double)(next_random(&random) % 1000);
    p[i].charge = (double)(next_random(&random) % 3) - 1;
  }
  double sum = 0;
  for (int step = 0; step < 20; ++step) {
    move(p, count);
    sum += total_charge(p, count) + heaviest(p, count);
  }
  sum += spread(p, count);
  return print_checksum(count, (uint64_t)(sum + p[count / 2].x));
}

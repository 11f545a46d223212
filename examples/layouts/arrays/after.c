// The particles as one array for each member.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

struct particles {
  double *x, *y, *z;
  double *vx, *vy, *vz;
  double *mass;
  double *charge;
};

static void move(double *restrict x, const double *restrict vx, size_t count) {
  for (size_t i = 0; i < count; ++i)
    x[i] += vx[i];
}

static double heaviest(const double *mass, size_t count) {
  double most = 0;
  for (size_t i = 0; i < count; ++i)
    if (mass[i] > most)
      most = mass[i];
  return most;
}

static double total_charge(const double *charge, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += charge[i];
  return sum;
}

static double spread(const struct particles *p, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += p->y[i] * p->vy[i] + p->z[i] * p->vz[i];
  return sum;
}

static double *numbers(size_t count) { return allocate(count, sizeof(double)); }

int main(int argc, char **argv) {
  size_t count = size_argument(argc, argv, 30000);
  struct particles p = {numbers(count), numbers(count), numbers(count),
                        numbers(count), numbers(count), numbers(count),
                        numbers(count), numbers(count)};
  uint64_t random = 7;
  for (size_t i = 0; i < count; ++i) {
    p.vx[i] = (double)(next_random(&random) % 100);
    p.y[i] = p.z[i] = p.vy[i] = p.vz[i] = 1;
    p.mass[i] = (double)(next_random(&random) % 1000);
    p.charge[i] = (double)(next_random(&random) % 3) - 1;
  }
  double sum = 0;
  for (int step = 0; step < 20; ++step) {
    move(p.x, p.vx, count);
    sum += total_charge(p.charge, count) + heaviest(p.mass, count);
  }
  sum += spread(&p, count);
  return print_checksum(count, (uint64_t)(sum + p.x[count / 2]));
}

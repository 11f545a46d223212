/* Few misses, many stalls: the loop that Agaram et al. (ISMM 2006, section 3.4)
 * found in 179.art, made up anew. `bus` is scanned: what it misses is fetched
 * ahead, side by side. The few misses of `tds` stand between branches that
 * cannot be predicted and a sum that waits for each. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <stdlib.h>

enum { Units = 400, Inputs = 112 * 1024, Steps = 12 };

static unsigned mixed(unsigned v) {
  v = (v ^ v >> 15) * 0x2c1b3c6du;
  return v ^ v >> 12;
}

int main(void) {
  double *tds = malloc(sizeof(double) * Units * Units);
  int *bus = malloc(sizeof(int) * Inputs);
  int *y = malloc(sizeof(int) * Units);
  for (int i = 0; i < Units; i++)
    tds[(long)i * Units + i] = mixed(i) & 255;
  for (int i = 0; i < Inputs; i++)
    bus[i] = i & 7;
  long match = 0;
  double tsum = 0;
  for (int step = 0; step < Steps; step++) {
    for (int i = 0; i < Units; i++)
      y[i] = (int)(mixed(i + step * Units) >> 4 & 1);
    for (int i = 0; i < Inputs; i++)
      match += bus[i] > 3;
    for (int tj = 0; tj < Units; tj++)
      if (y[tj] > 0 && tds[(long)tj * Units + tj] > 128)
        tsum += tds[(long)tj * Units + tj] * 0.5;
  }
  printf("%ld %g\n", match, tsum);
  free(tds);
  free(bus);
  free(y);
  return 0;
}

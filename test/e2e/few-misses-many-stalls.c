// The loop of a neural network (docs/core-model.md): both arrays miss, but what
// `bus` misses is fetched ahead, side by side, while the few misses of `tds` stand
// between branches that nobody can predict and a sum that waits for each. So tds
// has few of the misses and many of the stalls, and making it perfect gains more.
//
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --trace %t.mft --core alpha21264 -- %t.prog
// RUN: %memfacet critical --json %t.mfp > %t.json
// RUN: %python %S/Inputs/check-criticality.py %t.json tds bus
// RUN: %memfacet critical %t.mfp | FileCheck %s
// RUN: %memfacet critical --csv %t.mfp | FileCheck --check-prefix=CSV %s
// RUN: %memfacet simulate %t.mft -o %t.tds --core alpha21264 --perfect tds \
// RUN:   | FileCheck --check-prefix=PERFECT %s
// RUN: %memfacet simulate %t.mft -o %t.top --core alpha21264 --perfect top:2 \
// RUN:   | FileCheck --check-prefix=TOP %s
// RUN: %memfacet critical --json %t.tds > %t.tds.json
// RUN: %memfacet critical --json %t.top > %t.top.json
// RUN: %python %S/Inputs/check-criticality.py --same %t.json %t.tds.json %t.top.json
// RUN: not %memfacet simulate %t.mft -o %t.no --core alpha21264 --perfect tdx \
// RUN:   2>&1 | FileCheck --check-prefix=TYPO %s
// RUN: not %memfacet simulate %t.mft -o %t.no --perfect tds 2>&1 \
// RUN:   | FileCheck --check-prefix=CORE %s
// RUN: %memfacet simulate %t.mft -o %t.plain
// RUN: not %memfacet critical %t.plain 2>&1 | FileCheck --check-prefix=NONE %s
//
// CHECK: core alpha21264: out of order
// CHECK: caches L1 64 KiB 2-way, L2 512 KiB direct-mapped
// CHECK: tds heap double {{.*}} critical: {{[0-9.]+}} times its misses
// CHECK: TOTAL {{.*}} 100.0 % {{.*}} 100.0 %
// CSV: name,kind,type,misses,stall_cycles,critical
// CSV: tds,heap,double,{{[0-9]+}},{{[0-9]+}},1
// PERFECT: perfect cycles speed-up added
// PERFECT-NEXT: 0 {{.*}} 1.00 (as it is)
// PERFECT-NEXT: 1 {{.*}} tds
// TOP: 0 {{.*}} (as it is)
// TOP-NEXT: 1 {{.*}}
// TOP-NEXT: 2 {{.*}}
// TYPO: no structure is called 'tdx'; did you mean 'tds'?
// CORE: --perfect needs a core; add for example --core alpha21264
// NONE: knows nothing of a core; record or simulate with --core

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

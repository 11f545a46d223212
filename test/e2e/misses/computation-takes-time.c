// What the instructions take if nothing misses is in the profile, by a model of
// a core: a division of integers takes 12 cycles, one by a constant less.
// RUN: %memfacet-clang -O2 -g %s -o %t.constant
// RUN: %memfacet-clang -O2 -g -DDIVISOR=Divisor %s -o %t.variable
// RUN: %memfacet record -o %t.constant.mfp -- %t.constant
// RUN: %memfacet record -o %t.variable.mfp -- %t.variable
// RUN: %memfacet record --complete -o %t.complete.mfp -- %t.variable
// RUN: %memfacet query --csv "select value < 8e5 from meta where key = 'computation_cycles'" %t.constant.mfp | FileCheck %s
// RUN: %memfacet query --csv "select value between 12e5 and 14e5 from meta where key = 'computation_cycles'" %t.variable.mfp | FileCheck %s
// RUN: %memfacet query --csv "select value between 12e5 and 14e5 from meta where key = 'computation_cycles'" %t.complete.mfp | FileCheck %s
// CHECK: 1
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>

#ifndef DIVISOR
#define DIVISOR 7
#endif
volatile uint32_t Divisor = 7;
volatile uint32_t Values[64];

int main(void) {
  for (uint32_t I = 0; I != 100000; ++I)
    Values[I % 64] = I / DIVISOR;
  return printf("%u\n", Values[1]) < 0;
}

// Vectorised loops skip checks, too (pass/select/QuietLoop.h). What they compute,
// and how often they access each structure, is the same as in a complete run.
//
// RUN: %clang -O3 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %memfacet-clang -O3 -g %s -o %t.prog
// RUN: env MEMFACET_OPTIONS=select=1:discard=1 %t.prog | diff %t.expected -
// RUN: %memfacet record --complete -o %t.complete.mfp -- %t.prog
// RUN: %memfacet record --lines 1/16 -o %t.lines.mfp -- %t.prog
// RUN: %memfacet query "SELECT name, loads, stores from structures order by name" \
// RUN:   %t.complete.mfp > %t.accesses
// RUN: %memfacet query "SELECT name, loads, stores from structures order by name" \
// RUN:   %t.lines.mfp | diff %t.accesses -
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>

static float Left[50000], Right[50000], Sums[50000];

__attribute__((noinline)) static void add(int N) {
  for (int I = 0; I < N; ++I)
    Sums[I] = Left[I] + 2 * Right[I];
}

__attribute__((noinline)) static void backwards(int N) {
  for (int I = N - 1; I >= 0; --I)
    Left[I] = Sums[I] - 1;
}

__attribute__((noinline)) static int largest(int N) {
  int Best = 0;
  for (int I = 1; I < N; ++I)
    if (Sums[I] > Sums[Best])
      Best = I;
  return Best;
}

int main(void) {
  for (int I = 0; I < 50000; ++I)
    Right[I] = (float)(I * 7919L % 20011);
  for (int N = 49000; N < 50000; N += 111) {
    add(N);
    printf("%d\n", largest(N));
    backwards(N);
  }
  printf("%g %g\n", (double)Left[333], (double)Left[49999]);
}

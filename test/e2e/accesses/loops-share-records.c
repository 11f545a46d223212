// Iterations of loops share records: what expands from them is what was accessed,
// whatever kind of loop it is.
//
// RUN: for O in 1 2 3; do \
// RUN:   %memfacet-clang -O$O -g --memfacet-verify %s -o %t.verify || exit 1; \
// RUN:   %memfacet record --no-analysis --trace %t.mft -- %t.verify > %t.out || exit 1; \
// RUN:   %memfacet verify %t.mft; \
// RUN: done | FileCheck %s
// CHECK-COUNT-3: {{^[1-9][0-9]+}} addresses compared, 0 mismatches
//
// The same accesses, instructions and misses as from a record for each iteration, by
// name, site and line; in fewer words.
// RUN: %memfacet-clang -O2 -g %s -o %t.shared
// RUN: %memfacet-clang -O2 -g --memfacet-no-loops %s -o %t.single
// RUN: for P in shared single; do \
// RUN:   %memfacet record -o %t.mfp --cache 'L1=2K,full;L2=8K,full' -- %t.$P > %t.$P.out || exit 1; \
// RUN:   %memfacet report --csv %t.mfp | grep global > %t.$P.csv || exit 1; \
// RUN:   %memfacet annotate -p %t.mfp %s > %t.$P.lines || exit 1; \
// RUN: done
// RUN: diff %t.shared.out %t.single.out
// RUN: diff %t.shared.csv %t.single.csv
// RUN: diff %t.shared.lines %t.single.lines
// RUN: FileCheck --check-prefix=ROWS %s < %t.shared.csv
// ROWS-DAG: {{^}}Matrix
// ROWS-DAG: {{^}}Points
// RUN: for P in shared single; do \
// RUN:   MEMFACET_OPTIONS=verbose=1:discard=1 %t.$P 2>&1 | \
// RUN:     awk '/words were written/ { print $2 }'; \
// RUN: done | awk 'NR == 1 { n = $1 } NR == 2 { print (2 * n < $1 ? "less than half" : n " of " $1) }' | \
// RUN:   FileCheck --check-prefix=WORDS %s
// WORDS: less than half
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <string.h>

enum { Size = 96 };

struct point {
  int x, y;
  char name[24];
};

// Each on lines of its own, whatever the layout.
static _Alignas(4096) double Matrix[Size][Size];
static _Alignas(4096) double Column[Size];
static _Alignas(4096) struct point Points[Size];
static _Alignas(4096) int Order[Size], Count[16];
static _Alignas(4096) char Text[4 * Size];

__attribute__((noinline)) static void fill(int n) {
  for (int i = 0; i < n; ++i) {
    Points[i].x = i;
    Points[i].y = n - i;
    Order[i] = (i * 37) % n;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      Matrix[i][j] = i - j;
}

/// Strides that are a row, forwards and backwards.
__attribute__((noinline)) static double columns(int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    Column[i] = Matrix[i][3];
  for (int i = n - 1; i >= 0; --i)
    sum += Matrix[i][5] * Column[i];
  return sum;
}

/// Bases that do not follow from the loop's counter, next to those that do.
__attribute__((noinline)) static long gather(int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += Points[Order[i]].x;
    Count[Order[i] & 15] += Points[i].y;
  }
  return sum;
}

/// Neighbours, which have one base.
__attribute__((noinline)) static void smooth(double *to, const double *from,
                                             int n) {
  for (int i = 1; i + 1 < n; ++i)
    to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
}

/// A step that only the caller knows: each address is recorded.
__attribute__((noinline)) static double every(const double *from, int n,
                                              int step) {
  double sum = 0;
  for (int i = 0; i < n; i += step)
    sum += from[i];
  return sum;
}

/// Ends when something is found.
__attribute__((noinline)) static int find(int what) {
  int i = 0;
  while (Points[i].x != what)
    ++i;
  return i;
}

/// Ranges, whose lengths differ.
__attribute__((noinline)) static void names(int n) {
  for (int i = 0; i < n; ++i)
    memset(Points[i].name, 'a' + i % 26, (unsigned)Order[i] % 24);
}

/// Nothing but counting.
__attribute__((noinline)) static unsigned turns(unsigned n) {
  unsigned hash = n;
  for (unsigned i = 0; i < n; ++i) {
    hash = hash * 31 + i;
    __asm__("" : "+r"(hash));
  }
  return hash;
}

int main(void) {
  double sum = 0;
  long found = 0;
  for (int n = 1; n <= Size; n += 5) {
    fill(n);
    sum += columns(n);
    found += gather(n) + find(n - 1);
    smooth(Matrix[0], Matrix[1], n);
    sum += every(Matrix[0], n, 1 + n % 3);
    names(n);
    for (int i = 0; i < 4 * n; ++i)
      Text[i] += (char)i;
    found += turns((unsigned)n) % 1000;
  }
  printf("%.3f %ld %d %d\n", sum, found, Text[17], Count[3]);
  return 0;
}

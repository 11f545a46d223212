// Loops whose accesses are looked up ahead: all strides, forwards and backwards,
// through lines and from line to line, elements that straddle, unrolled loops,
// arrays whose lines are in the same sets, objects that begin and end inside a
// line, few iterations and many.
//
// RUN: %memfacet-clang -O1 -g --memfacet-filter %s -o %t.plain
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.filtered.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" --accesses-of-complete \
// RUN:   -- %t.plain | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.filtered.mfp %t.complete.mfp \
// RUN:   --cache "L1=4096K,64" --but stack,local -- %t.plain | FileCheck %s
// RUN: %memfacet-clang -O3 -g --memfacet-filter %s -o %t.vectors
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.filtered.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" --accesses-of-complete \
// RUN:   -- %t.vectors | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.filtered.mfp %t.complete.mfp \
// RUN:   --cache "L1=4096K,64" --but stack,local -- %t.vectors | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.filtered.mfp %t.complete.mfp \
// RUN:   --cache "L1=8K,2;L2=32K,4;L3=256K,8" --accesses-of-complete \
// RUN:   -- %t.vectors | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APART __attribute__((noinline)) static

static double rows[60][40];
static int numbers[5000];
static short shorts[4000];

struct item {
  int number;
  double value;
  char name[7];
};

typedef double anywhere __attribute__((aligned(1)));

APART double sum(const double *p, long n, long step) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += p[i * step];
  return s;
}

APART void add(double *restrict to, const double *restrict p, long n) {
  for (long i = 0; i < n; ++i)
    to[i] += 2 * p[i];
}

APART void stencil(double *restrict to, const double *restrict p, long n,
                   long row) {
  for (long i = 1; i < n - 1; ++i)
    to[i] = p[i - 1] + p[i] + p[i + 1] + p[i - row] + p[i + row];
}

APART void reverse(int *restrict to, const int *restrict p, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = p[n - 1 - i];
}

APART long backwards(struct item *p, long n) {
  long s = 0;
  for (long i = n; i-- > 0;)
    s += p[i].number;
  return s;
}

APART long members(struct item *p, long n) {
  long s = 0;
  for (long i = 0; i < n; ++i) {
    s += p[i].number;
    p[i].value += 1;
  }
  return s;
}

APART long bytes(const unsigned char *p, long n) {
  long s = 0;
  for (long i = 0; i < n; ++i)
    s += p[i] ^ 3;
  return s;
}

APART void widen(double *restrict to, const float *restrict p,
                 const short *restrict q, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = p[i] * q[i];
}

// As many streams in a set as it has ways, and more.
APART void many(volatile double **p, long n) {
  volatile double *a = p[0], *b = p[1], *c = p[2], *d = p[3], *e = p[4],
                  *f = p[5], *g = p[6], *h = p[7], *i = p[8], *j = p[9];
  for (long k = 0; k < n; ++k)
    a[k] = b[k] + c[k] + d[k] + e[k] + f[k] + g[k] + h[k] + i[k] + j[k];
}

APART double byName(long column) {
  double s = 0;
  for (int i = 0; i < 60; ++i) {
    rows[i][column] += 1;
    s += rows[i][column];
  }
  for (int i = 0; i < 5000; ++i)
    numbers[i] += i;
  for (int i = 0; i < 4000; ++i)
    shorts[i] = (short)(shorts[i] + numbers[i]);
  return s;
}

// Neither moves. They may be in one line.
APART void stays(volatile long *p, volatile long *q, long n) {
  for (long i = 0; i < n; ++i) {
    *p += i;
    *q += 1;
  }
}

// Elements that straddle: each 5th or 6th of them.
APART void packed(char *p, long n) {
  for (long i = 0; i < n; ++i)
    *(volatile anywhere *)(p + i * 12) += 1;
}

static void *zeros(size_t n) {
  void *p = malloc(n);
  memset(p, 0, n);
  return p;
}

static double arrays(double *x, double *y) {
  double s = 0;
  for (long n = 1; n < 400; n += 13) {
    add(y, x, n);
    add((double *)((char *)y + 8), x + 3, n);
    s += sum(x, n, 1) + sum(x, n, 7) + sum(x, n, 8) + sum(x, n, 3);
    s += sum(x + n, n, -1) + sum(x + 5 * n, n, -5);
  }
  stencil(y + 200, x + 200, 8000, 128);
  stencil(x + 513, y + 512, 4000, 512);
  stencil(x + 513, y + 512, 3000, 100);
  return s;
}

static void sameSets(void) {
  volatile double *p[10];
  for (int i = 0; i < 10; ++i) {
    p[i] = aligned_alloc(4096, 8192);
    memset((void *)p[i], 0, 8192);
  }
  many(p, 1000);
  for (int i = 0; i < 10; ++i)
    p[i] += i;
  many(p, 900);
  for (int i = 0; i < 10; ++i)
    free((void *)(p[i] - i));
}

static void smallObjects(void) {
  long *p[40];
  for (int i = 0; i < 40; ++i)
    p[i] = zeros(24);
  for (int i = 0; i < 39; ++i)
    stays(p[i], p[i + 1], 30);
  for (int i = 0; i < 40; ++i)
    free(p[i]);
  short *q[30];
  for (int i = 0; i < 30; ++i)
    q[i] = zeros(sizeof(short) * (size_t)(i + 1));
  for (int i = 0; i < 30; ++i)
    for (int k = 0; k <= i; ++k)
      ((volatile short *)q[i])[k] += 1;
  for (int i = 0; i < 30; ++i)
    free(q[i]);
}

int main(void) {
  double s = 0;
  for (int round = 0; round < 3; ++round) {
    double *x = zeros(72000), *y = zeros(72008);
    s += arrays(x, y);
    sameSets();
    smallObjects();
    int *p = zeros(4000), *q = zeros(4000);
    reverse(q, p, 1000);
    reverse(p + 1, q, 777);
    struct item *items = zeros(500 * sizeof *items);
    s += members(items, 500) + members(items + 3, 20);
    s += backwards(items + 1, 400) + backwards(items, 3);
    unsigned char *text = zeros(3001);
    s += bytes(text + 1, 3000) + bytes(text, 30);
    float *f = zeros(4100);
    short *h = zeros(2100);
    widen(y, f, h, 1000);
    widen(y + 1, f + 3, h + 1, 901);
    packed((char *)text, 240);
    packed((char *)text + 3, 200);
    s += byName(round) + byName(round + 20) + q[3];
    free(x), free(y), free(p), free(q), free(items), free(text), free(f),
        free(h);
  }
  printf("%g\n", s);
  return 0;
}

// Members of a struct inside a global: its address is a constant expression per
// struct around it. Also inside arrays, and two structs deep.
//
// RUN: for Level in -O0 -O1 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t && \
// RUN:   %expect %t.mfp 's("settings.cache.table").bytes == 4000' \
// RUN:     's("settings.cache.deep.weights").bytes == 8000' \
// RUN:     's("settings.two[].table").bytes == 1600' \
// RUN:     's("other.deep.weights").bytes == 2400' \
// RUN:     's("settings.cache.table").type == "long"' \
// RUN:     's("settings.cache.deep.weights").type == "double"' \
// RUN:     's("settings.cache.table").accesses > 0' || { echo $Level; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

struct cache {
  int count;
  long *table;
  struct {
    int known;
    double *weights;
  } deep;
};
struct {
  long version;
  struct cache cache, two[2];
} settings;
struct cache other;

int main(void) {
  settings.cache.table = malloc(500 * sizeof(long));
  settings.cache.deep.weights = malloc(1000 * sizeof(double));
  settings.two[1].table = malloc(200 * sizeof(long));
  other.deep.weights = malloc(300 * sizeof(double));
  for (int i = 0; i < 500; ++i)
    settings.cache.table[i] = i;
  for (int i = 0; i < 1000; ++i)
    settings.cache.deep.weights[i] = i;
  for (int i = 0; i < 200; ++i)
    settings.two[1].table[i] = settings.cache.table[i];
  for (int i = 0; i < 300; ++i)
    other.deep.weights[i] = settings.cache.deep.weights[i];
  return settings.two[1].table[3] + other.deep.weights[2] != 5;
}

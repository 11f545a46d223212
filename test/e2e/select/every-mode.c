// One build without options serves every mode of recording, and every two that
// go together. Whatever it does not serve is refused in one line, before it
// runs.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %memfacet-clang -O2 -g %s -o %t.one
// RUN: %memfacet-clang -O2 -g -pthread -DTHREADS=2 %s -o %t.two
// RUN: %python %S/Inputs/every-mode.py %memfacet %t.dir %t.one 3 | FileCheck %s
// RUN: %python %S/Inputs/every-mode.py %memfacet %t.dir %t.two 3 --two \
// RUN:   | FileCheck --check-prefixes=CHECK,TWO %s
//
// CHECK: recordings, {{[0-9]+}} refused
// CHECK-DAG: --sample-blocks: memfacet: '{{.*}}' is instrumented and has no map of its blocks, which --sample-blocks needs; build it with memfacet-clang --block-map, or record it with --blocks
// TWO-DAG: --blocks --lines 1/8: memfacet: --lines 1/8: {{.*}}; drop one of them
// TWO-DAG: --complete --exact:
// TWO-DAG: --phases --sample-blocks: memfacet: --sample-blocks samples a program that is not instrumented, and knows nothing of --phases; drop one of them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 0
#endif

struct node {
  struct node *next;
  long value;
};
static struct node *list;
static long *table, sums[THREADS + 1];

static void *work(void *mine) {
  long sum = 0;
  for (int round = 1; round <= 20; ++round) {
    for (int i = 0; i < 2000; ++i)
      sum += table[i * round % 4000];
    for (struct node *n = list; n; n = n->next)
      sum += n->value ^ round;
  }
  *(long *)mine = sum;
  return mine;
}

int main(void) {
  table = calloc(4000, sizeof *table);
  for (int i = 0; i < 1000; ++i) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){list, i};
    list = n;
  }
  pthread_t threads[THREADS + 1];
  for (int i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], 0, work, &sums[i]);
  work(&sums[THREADS]);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], 0);
  printf("%ld\n", sums[0]);
  return 3;
}

// Fresh memory is named by what receives it: a variable, a member, an element,
// a return or argument role; the type is that of the element.
// RUN: %clang -O2 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// RUN: %clang -O2 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s --check-prefix=OPTIMISED
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};
struct net {
  struct node *nodes;
  struct {
    double *weights;
  } inner;
};
static struct net global;

void *check(void *p) { return p; }

struct net *build(long n) {
  // CHECK-DAG: !{!"build", i32 [[@LINE+1]], i32 21, !"struct net", !"struct net", i32 16, i32 1, i32 0,
  struct net *net = malloc(sizeof *net);
  // CHECK-DAG: !{!"build", i32 [[@LINE+1]], i32 16, !"struct net::nodes", !"struct node", i32 16, i32 2, i32 0, !"", !"struct net",
  net->nodes = calloc(n, sizeof(struct node));
  // CHECK-DAG: !{!"build", i32 [[@LINE+1]], i32 24, !"struct net::inner.weights", !"double", i32 8, i32 1, i32 0, !"", !"struct net",
  net->inner.weights = malloc(n * sizeof(double));
  // CHECK-DAG: !{!"build", i32 [[@LINE+1]], i32 18, !"global.nodes", !"struct node", i32 16, i32 1, i32 0}
  global.nodes = malloc(n);
  return net;
}

double **matrix(int n) {
  // CHECK-DAG: !{!"matrix", i32 [[@LINE+1]], i32 25, !"rows", !"double *", i32 8, i32 1, i32 1,
  double **rows = check(malloc(n * sizeof *rows));
  for (int i = 0; i < n; i++)
    // CHECK-DAG: !{!"matrix", i32 [[@LINE+1]], i32 15, !"rows[]", !"double", i32 8, i32 1, i32 1,
    rows[i] = malloc(n * sizeof(double));
  return rows;
}

// CHECK-DAG: !{!"fresh", i32 [[@LINE+1]], i32 30, !"return of fresh", !"char", i32 1, i32 1, i32 1}
char *fresh(long n) { return malloc(n); }

void *aligned(void) {
  void *p;
  // CHECK-DAG: !{!"aligned", i32 [[@LINE+1]], i32 10, !"p", !"", i32 0, i32 4, i32 1}
  return posix_memalign(&p, 64, 64) ? 0 : p;
}

// The pins are gone at the end, the names are in the tables.
// OPTIMISED-NOT: memfacet.pins
// OPTIMISED-DAG: c"struct net::nodes\00", section "memfacet_strings"
// OPTIMISED-DAG: c"struct net::inner.weights\00", section "memfacet_strings"
// OPTIMISED-DAG: c"rows[]\00", section "memfacet_strings"

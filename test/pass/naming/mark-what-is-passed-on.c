// Memory that leaves its function as an untyped pointer is marked in the pin's
// last number: the caller names it. What a typed factory makes, or what stays
// in a structure, is not.
// RUN: %clang -O2 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  void *data;
};
void *other(size_t Bytes);
int put(void **Where, size_t Bytes);

void *checked(size_t Bytes) {
  // CHECK-DAG: !{!"checked", i32 [[@LINE+1]], i32 13, !"p", {{.*}}, i32 1, i32 1}
  void *p = malloc(Bytes);
  if (!p)
    abort();
  return p;
}

void *aligned(size_t Bytes) {
  // CHECK-DAG: !{!"aligned", i32 [[@LINE+1]], i32 15, !"raw", {{.*}}, i32 1, i32 1}
  char *raw = malloc(Bytes + 64);
  return (void *)(((uintptr_t)raw + 63) & ~(uintptr_t)63);
}

char *copied(const char *Text) {
  // CHECK-DAG: !{!"copied", i32 [[@LINE+1]], i32 17, {{.*}}, i32 8, i32 1}
  return strcpy(other(strlen(Text) + 1), Text);
}

void *indirect(void *(*get)(size_t), size_t Bytes) {
  // CHECK-DAG: !{!"indirect", i32 [[@LINE+1]], i32 10, {{.*}}, i32 8, i32 1}
  return get(Bytes);
}

int output(void **Where) {
  // CHECK-DAG: !{!"output", i32 [[@LINE+1]], i32 12, {{.*}}, i32 1, i32 1}
  *Where = malloc(10);
  return *Where != NULL;
}

void *throughOutput(void) {
  void *p;
  // CHECK-DAG: !{!"throughOutput", i32 [[@LINE+1]], i32 3, !"p", {{.*}}, i32 8, i32 1}
  put(&p, 10);
  return p;
}

struct node *typed(void) {
  // CHECK-DAG: !{!"typed", i32 [[@LINE+1]], i32 20, !"struct node", !"struct node", i32 16, i32 1, i32 0,
  struct node *n = malloc(sizeof *n);
  return n;
}

void *kept(struct node *Into) {
  // CHECK-DAG: !{!"kept", i32 [[@LINE+1]], i32 16, !"struct node", !"struct node", i32 16, i32 1, i32 0,
  Into->next = malloc(sizeof *Into);
  return Into->data;
}

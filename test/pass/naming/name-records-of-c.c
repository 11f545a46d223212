// A function whose first parameter points to a record keeps memory for that
// record: its pin has the flag and the record's type. A call with the address
// of a variable or member, or of a pointer to the record, has that as its
// object. A function that hands its own parameter on says so.
// RUN: %clang -O2 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

struct entry {
  struct entry *next;
  void *data;
};
struct list {
  struct entry *head, *tail;
};
struct node {
  struct list *callers;
};
struct text {
  char *bytes;
  int size;
};
struct pair {
  struct node *first;
};

// AllocationKeptPlainly is 32.
void grow(struct text *t, int n) {
  // CHECK-DAG: !{!"grow", i32 [[@LINE+1]], i32 14, !"t->bytes", !"char", i32 1, i32 3, i32 0, !"", !"struct text", i32 32}
  t->bytes = realloc(t->bytes, n);
  t->size = n;
}

// AllocationOnSelf is 64.
void add(struct text *t, char c) {
  // CHECK-DAG: !{!"add", i32 [[@LINE+1]], i32 3, !"", !"", i32 0, i32 8, i32 0, !"", !"", i32 64}
  grow(t, t->size + 1);
  t->bytes[t->size - 1] = c;
}

void append(struct list **place, void *data) {
  struct list *list = *place;
  // CHECK-DAG: !{!"append", i32 [[@LINE+1]], i32 25, !"list->head", !"struct entry", i32 16, i32 1, i32 0, !"", !"struct list", i32 32}
  struct entry *entry = malloc(sizeof *entry);
  entry->data = data;
  entry->next = list->head;
  list->head = entry;
}

// The program's own record, without a pointer to what users bring: no
// container.
void own(struct pair *p) {
  // CHECK-DAG: !{!"own", i32 [[@LINE+1]], i32 14, !"p->first", !"struct node", i32 8, i32 1, i32 0}
  p->first = malloc(sizeof *p->first);
}

// AllocationHolds is 512.
struct text title;
void use(struct node *n, struct text *given) {
  // CHECK-DAG: !{!"use", i32 [[@LINE+1]], i32 3, {{.*}}, !"n->callers", !"struct list", i32 512, !"append"}
  append(&n->callers, n);
  // CHECK-DAG: !{!"use", i32 [[@LINE+1]], i32 3, {{.*}}, !"title", !"struct text", i32 512, !"add"}
  add(&title, 'a');
  // A pointer that says nothing of who holds the record.
  // CHECK-NOT: !{!"use", i32 [[@LINE+1]], i32 3, {{.*}}"given"
  add(given, 'b');
}

// Pointers in unions: the compiler addresses all members of a union alike. A
// record in it is known by its layout, a pointer if it is the only one. Else
// the union names the memory, not its first member, and its use tells the type.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'type("n->sub.tree.r") == "void *[]"' \
// RUN:     'type("m->sub.value.string") == "char"' \
// RUN:     'type("n->one.parts") == "double"' \
// RUN:     'type("n->{counts|weights}") == "double[]"' \
// RUN:     'type("o->sub.tree.r.text->data") == "short"' \
// RUN:     'type("o->sub.tree.r") == "text_t"' \
// RUN:     'objects("struct bucket") == 1000' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

struct bucket {
  struct bucket *next;
  long key;
};
typedef struct {
  long length;
  short *data;
} text_t;
struct node {
  int kind;
  union {
    struct {
      struct node *left;
      union {
        struct node *right;
        struct bucket **table;
        text_t *text;
      } r;
      long x;
    } tree;
    struct {
      double number;
      int flags;
      int more;
      char *string;
      long length;
    } value;
  } sub;
  union {
    long *counts;
    double *weights;
  };
  union {
    long whole;
    double *parts;
  } one;
};
NOINLINE static void fill(struct node *n, int count) {
  n->sub.tree.r.table = calloc(count, sizeof(struct bucket *));
  for (int i = 0; i < count; i++) {
    struct bucket *b = malloc(sizeof *b);
    b->key = i;
    b->next = n->sub.tree.r.table[i % 7];
    n->sub.tree.r.table[i % 7] = b;
  }
  n->weights = malloc(count * sizeof(double));
  n->one.parts = malloc(count * sizeof(double));
  for (int i = 0; i < count; i++)
    n->weights[i] = i, n->one.parts[i] = 2 * i;
}
NOINLINE static void text(struct node *m, int count) {
  m->sub.value.string = malloc(count);
  for (int i = 0; i < count; i++)
    m->sub.value.string[i] = i;
}
NOINLINE static void inner(struct node *o, int count) {
  o->sub.tree.r.text = calloc(1, sizeof(text_t));
  o->sub.tree.r.text->data = calloc(count, sizeof(short));
  for (int i = 0; i < count; i++)
    o->sub.tree.r.text->data[i] = i;
}
int main(int argc, char **argv) {
  struct node *n = calloc(1, sizeof *n), *m = calloc(1, sizeof *m),
              *o = calloc(1, sizeof *o);
  fill(n, 1000 * argc);
  text(m, 5000 * argc);
  inner(o, 100 * argc);
  double s = 0;
  for (int i = 0; i < 7; i++)
    for (struct bucket *b = n->sub.tree.r.table[i]; b; b = b->next)
      s += b->key;
  for (int i = 0; i < 1000; i++)
    s += n->weights[i] + n->one.parts[i];
  for (int i = 0; i < 5000; i++)
    s += m->sub.value.string[i];
  s += o->sub.tree.r.text->data[5];
  printf("%f\n", s);
  return 0;
}

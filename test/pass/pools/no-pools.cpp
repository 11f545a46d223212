// These move a cursor and return a pointer, and hand nothing out: vectors,
// readers, tokenisers, iterators, rings, stacks, lists of objects. Nor does a
// function that the command line names.
// RUN: %clangxx -std=c++17 -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: opt -load-pass-plugin=%plugin -passes=memfacet-pools,verify -S %t.ll -o - | FileCheck %s
// RUN: opt -load-pass-plugin=%plugin -passes=memfacet-pools -memfacet-not-pools='other,piec*' -S %t.ll -o - | FileCheck --check-prefix=NONE %s
// CHECK-NOT: call ptr @__memfacet_object(
// CHECK: define {{.*}} @pieceOf(
// CHECK: call ptr @__memfacet_object(
// CHECK-NOT: call ptr @__memfacet_object(
// NONE-NOT: @__memfacet_object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
struct item {
  long a, b;
};
struct vec {
  item *data;
  size_t n, cap;
};
extern "C" item *vec_push(vec *v) {
  if (v->n == v->cap) {
    v->cap = v->cap * 2 + 8;
    v->data = (item *)realloc(v->data, v->cap * sizeof(item));
  }
  return &v->data[v->n++];
}
struct gvec {
  char *data;
  size_t n, cap, size;
};
extern "C" void *gvec_push(gvec *v) {
  if (v->n == v->cap) {
    v->cap = v->cap * 2 + 8;
    char *d = (char *)malloc(v->cap * v->size);
    memcpy(d, v->data, v->n * v->size);
    free(v->data);
    v->data = d;
  }
  void *r = v->data + v->n * v->size;
  v->n++;
  return r;
}
extern "C" void *gvec_add(gvec *v, size_t bytes) {
  if (v->n + bytes > v->cap) {
    v->cap = v->cap * 2 + bytes;
    v->data = (char *)realloc(v->data, v->cap);
  }
  void *r = v->data + v->n;
  v->n += bytes;
  return r;
}
struct reader {
  const uint8_t *p, *end;
  char *cur, *buf;
  size_t left;
  int fd;
};
extern "C" const uint8_t *take(reader *r, size_t n) {
  if (n > size_t(r->end - r->p))
    return nullptr;
  const uint8_t *q = r->p;
  r->p += n;
  return q;
}
extern "C" char *takeText(reader *r, size_t n) {
  char *q = r->cur;
  r->cur += n;
  return q;
}
extern "C" void *filled(reader *r, size_t n) {
  if (r->left < n) {
    r->buf = (char *)malloc(65536);
    r->left = read(r->fd, r->buf, 65536);
    r->cur = r->buf;
  }
  void *q = r->cur;
  r->cur += n;
  r->left -= n;
  return q;
}
extern "C" void *readOnly(reader *r, size_t n) {
  void *q = r->cur;
  r->cur += n;
  return q;
}
extern "C" long sum(reader *r) {
  long s = 0;
  for (int i = 0; i < 10; ++i) {
    item *x = (item *)readOnly(r, sizeof *x);
    s += x->a;
  }
  return s;
}
extern "C" char *token(reader *r) {
  char *s = r->cur;
  while (*r->cur && *r->cur != ' ')
    ++r->cur;
  if (*r->cur)
    *r->cur++ = 0;
  return s;
}
extern "C" char *line(reader *r) {
  char *s = r->cur;
  size_t n = strcspn(s, "\n");
  r->cur += n + 1;
  s[n] = 0;
  return s;
}
struct iter {
  char *cur;
  size_t stride;
};
extern "C" void *next(iter *i) {
  void *r = i->cur;
  i->cur += i->stride;
  return r;
}
struct ring {
  char *buf;
  size_t head, cap;
};
extern "C" void *reserve(ring *r, size_t n) {
  if (r->head + n > r->cap)
    r->head = 0;
  void *p = r->buf + r->head;
  r->head += n;
  return p;
}
extern "C" void *reserve2(ring *r, size_t n) {
  void *p = r->buf + (r->head & (r->cap - 1));
  r->head += n;
  return p;
}
struct stack {
  char *top;
};
extern "C" void *push(stack *s, size_t n) {
  void *p = s->top;
  s->top += n;
  return p;
}
extern "C" void *pop(stack *s, size_t n) {
  s->top -= n;
  return s->top;
}
struct arena {
  char *next;
};
extern "C" void *pieceOf(arena *a, size_t n) {
  void *p = a->next;
  a->next += n;
  return p;
}
struct nodes {
  item all[100];
  int count;
};
extern "C" item *fresh(nodes *n) { return &n->all[n->count++]; }
struct list {
  list *next;
  void *data;
};
struct queue {
  list *head;
};
extern "C" list *popList(queue *q) {
  list *l = q->head;
  if (l)
    q->head = l->next;
  return l;
}
extern "C" void *popAny(queue *q) {
  list *l = q->head;
  if (l)
    q->head = l->next;
  return l;
}
template <class T> struct Array {
  T *Data;
  size_t Size;
  T *add() { return &Data[Size++]; }
  T &at(size_t I) { return Data[I]; }
  T *find(size_t I) { return Data + I; }
};
int use() {
  Array<item> A{};
  Array<char> C{};
  return A.add() == A.find(1) || C.add() == C.find(2);
}
struct Iterator {
  item *P;
  item *operator++(int) { return P++; }
  item *operator++() { return ++P; }
};
int use2(Iterator &I) { return I++ == ++I; }

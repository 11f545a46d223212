// A program that defines malloc itself, over the program break: its blocks have
// the names that those of any malloc have, also those that the C library asks
// for, and each is one object, whichever function returns it.
//
// RUN: for How in -O0 -O2 "-O2 -flto"; do \
// RUN:   %clang $How %s -o %t.plain && %t.plain > %t.expected && \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   for Mode in "" --complete; do \
// RUN:     %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:     diff %t.expected %t.out && \
// RUN:     %expect %t.mfp \
// RUN:       's("list", "heap").objects == 1000' \
// RUN:       's("list", "heap").type == "struct node"' \
// RUN:       's("list", "heap").bytes == 1000 * 24' \
// RUN:       's("list", "heap").stores == 2000' \
// RUN:       's("list", "heap").peak_bytes == 1000 * 24' \
// RUN:       's("table", "heap").objects == 3 and s("table", "heap").bytes == 3 * 800' \
// RUN:       's("table", "heap").peak_bytes == 800 and s("table", "heap").type == "long"' \
// RUN:       'small.bytes == 100 and small.stores == 1' \
// RUN:       'grown.bytes == 200 and grown.objects == 1 and grown.stores == 1' \
// RUN:       's("copy", "heap").objects == 1 and s("copy", "heap").bytes == 12' \
// RUN:       's("handed", "heap").objects == 5' \
// RUN:       's("handed", "heap").bytes == 5 * 40' \
// RUN:       'not any("releases" in note for note in report["notes"])' || { echo "$How $Mode"; exit 1; }; \
// RUN:   done || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

union header {
  size_t bytes;
  max_align_t align;
};
static char *cur, *end;
static union header *released; // the last one only

void *malloc(size_t n) {
  n = (n + 15) & ~(size_t)15;
  if (released && released->bytes >= n) {
    union header *again = released;
    released = NULL;
    return again + 1;
  }
  if (end - cur < (ptrdiff_t)(n + sizeof(union header))) {
    size_t room = n > 65536 ? n + 4096 : 65536;
    cur = sbrk((ptrdiff_t)room);
    end = cur + room;
  }
  union header *h = (union header *)cur;
  h->bytes = n;
  cur += n + sizeof *h;
  return h + 1;
}
void free(void *p) {
  if (p)
    released = (union header *)p - 1;
}
void *calloc(size_t a, size_t b) {
  char *p = malloc(a * b);
  for (size_t i = 0; i < a * b; i++)
    p[i] = 0;
  return p;
}
void *realloc(void *p, size_t n) {
  if (p && ((union header *)p - 1)->bytes >= n)
    return p;
  char *q = malloc(n);
  if (p) {
    memcpy(q, p, ((union header *)p - 1)->bytes);
    free(p);
  }
  return q;
}

static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p)
    _exit(1);
  return p;
}

struct node {
  struct node *volatile next;
  volatile long key;
  long rest;
};
static struct node *list;

int main(void) {
  for (int i = 0; i < 1000; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list, n->key = i;
    list = n;
  }
  long sum = 0;
  for (int i = 0; i < 3; i++) {
    long *volatile table = calloc(100, sizeof *table);
    table[i] = i;
    sum += table[i] + table[50];
    free(table);
  }
  volatile char *small = malloc(100);
  small[99] = 1;
  volatile char *grown = realloc((void *)small, 200);
  grown[199] = 1;
  char *copy = strdup("eleven text");
  copy[0] = 'E';
  for (int i = 0; i < 5; i++) {
    volatile long *handed = xmalloc(40);
    handed[4] = i;
  }
  for (struct node *n = list; n; n = n->next)
    sum += n->key;
  printf("%ld %s %d\n", sum, copy, grown[99]);
  return 0;
}

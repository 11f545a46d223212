// Free lists that are filled from a block: the pieces are as large as they lie
// apart. Who gets a piece gives it a type.
//
// RUN: for How in -O0 -O2 "-O2 -flto"; do \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t > %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     's("struct order", "heap").objects == 30' \
// RUN:     's("struct order", "heap").bytes == 30 * 64' \
// RUN:     's("struct order", "heap").peak_bytes == 20 * 64' \
// RUN:     'item.objects == 300' 'item.bytes == 300 * 32' \
// RUN:     'item.type == "struct item"' 'item.stores == 300' \
// RUN:     'name.objects == 50' 'name.bytes == 50 * 48' \
// RUN:     'name.type == "struct name"' 'name.stores == 50' \
// RUN:     's("free_cells", "heap").objects == 2' \
// RUN:     'not report["notes"]' || { echo "$How"; exit 1; }; \
// RUN: done
// RUN: %clang -O2 %s -o %t.plain
// RUN: %t.plain > %t.out.plain
// RUN: diff %t.out %t.out.plain
//
// A list of nodes of the list's own type is no pool: the nodes are its elements.
// RUN: %expect %t.mfp 's("nodes", "heap").objects == 1'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

// Backwards, by index; pieces come back.
struct cell {
  struct cell *next;
};
static struct cell *free_cells;
static char *slabs[8];
static int slab_count;

static void fill(void) {
  char *slab = slabs[slab_count++] = malloc(64 * 16);
  for (int i = 0; i < 16; i++) {
    struct cell *c = (struct cell *)(slab + 64 * i);
    c->next = free_cells;
    free_cells = c;
  }
}
static void *take(void) {
  if (!free_cells)
    fill();
  struct cell *c = free_cells;
  free_cells = c->next;
  return c;
}
static void give(void *p) {
  struct cell *c = p;
  c->next = free_cells;
  free_cells = c;
}

// Forwards, by a pointer.
struct pool {
  void **first;
  char *blocks[10];
  int count;
} pool;

static void refill(struct pool *p) {
  char *piece = p->blocks[p->count++] = malloc(32 * 100);
  p->first = (void **)piece;
  for (int i = 0; i < 99; i++, piece += 32)
    *(void **)piece = piece + 32;
  *(void **)piece = NULL;
}
static void *get(struct pool *p) {
  if (!p->first)
    refill(p);
  void **piece = p->first;
  p->first = *piece;
  return piece;
}

// By elements of an array.
union slot {
  union slot *next;
  char room[48];
};
static union slot *slots;

static void *slot_alloc(void) {
  if (!slots) {
    union slot *s = malloc(20 * sizeof *s);
    for (int i = 0; i < 19; i++)
      s[i].next = &s[i + 1];
    s[19].next = NULL;
    slots = s;
  }
  union slot *first = slots;
  slots = first->next;
  return first;
}

struct node {
  struct node *next;
  long key;
};
static struct node *nodes;

static struct node *node_alloc(void) {
  if (!nodes) {
    nodes = malloc(10 * sizeof *nodes);
    for (int i = 0; i < 9; i++)
      nodes[i].next = &nodes[i + 1];
    nodes[9].next = NULL;
  }
  struct node *first = nodes;
  nodes = first->next;
  return first;
}

struct order {
  long id, values[7];
};
struct item {
  long a, b;
};
struct name {
  char text[40];
};

int main(void) {
  long sum = 0;
  for (int i = 0; i < 30; i++) {
    struct order *o = take();
    o->id = i;
    sum += o->id;
    if (i % 3 == 0)
      give(o);
  }
  for (int i = 0; i < 300; i++) {
    struct item *item = get(&pool);
    item->b = i;
    sum += item->b;
  }
  for (int i = 0; i < 50; i++) {
    struct name *name = slot_alloc();
    name->text[3] = i;
    sum += name->text[3];
  }
  for (int i = 0; i < 10; i++) {
    struct node *n = node_alloc();
    n->key = i;
    sum += n->key;
  }
  printf("%ld\n", sum);
  return 0;
}

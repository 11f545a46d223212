// Slabs of one size each, with a header and a free list of numbers, as a
// JavaScript engine has them: the objects in a slab are rows, by who asks for
// them, and the slab keeps its header.
//
// RUN: for How in -O0 -O2 "-O2 -flto"; do \
// RUN:   %clang $How %s -o %t.plain && %t.plain > %t.expected && \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     'shape.objects == 600 and shape.type == "struct shape"' \
// RUN:     'shape.bytes == 600 * 40 and shape.peak_bytes == 200 * 40' \
// RUN:     'shape.stores == 600' \
// RUN:     'text.objects == 50 and text.bytes == 50 * 100' \
// RUN:     'large.objects == 1 and large.bytes == 4000 + 8' \
// RUN:     's("struct cell", "heap").objects == 30' \
// RUN:     's("struct cell", "heap").type == "struct cell"' \
// RUN:     's("struct cell", "heap").bytes == 30 * 24' \
// RUN:     's("struct cell", "heap").peak_bytes == 20 * 24' \
// RUN:     's("struct cell", "heap").stores == 30' \
// RUN:     'not report["notes"]' || { echo "$How"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SlabBytes = 4096, Classes = 16, None = 0xffff };

struct header {
  union {
    uint16_t number; // None: a large block
    uint16_t next;
  } u;
  uint8_t class;
  int count;
  _Alignas(8) uint8_t data[];
};
struct slab {
  struct slab *next; // with free blocks, of its class
  uint16_t used, first;
  uint8_t class;
  _Alignas(8) uint8_t blocks[];
};
struct heap {
  void *(*get)(void *state, size_t bytes);
  void (*put)(void *state, void *block);
  struct slab *partial[Classes];
  long bytes;
};

static const uint16_t blockBytes[Classes] = {
    16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 384, 512};

static int classOf(size_t bytes) {
  for (int i = 0; i < Classes; i++)
    if (bytes <= blockBytes[i])
      return i;
  return Classes;
}

static struct header *blockAt(struct slab *s, unsigned number, unsigned bytes) {
  return (struct header *)(s->blocks + number * bytes);
}

__attribute__((noinline)) static struct slab *newSlab(struct heap *h,
                                                      int class) {
  int bytes = blockBytes[class];
  int count = (SlabBytes - (int)sizeof(struct slab)) / bytes;
  struct slab *s = h->get(h, sizeof(struct slab) + (size_t)(count * bytes));
  s->class = (uint8_t)class;
  s->used = s->first = 0;
  for (int i = 0; i < count; i++) {
    struct header *b = blockAt(s, (unsigned)i, (unsigned)bytes);
    b->u.next = i + 1 == count ? None : (uint16_t)(i + 1);
    b->class = (uint8_t)class;
  }
  s->next = h->partial[class];
  h->partial[class] = s;
  return s;
}

static void *heapGet(struct heap *h, size_t bytes) {
  bytes += sizeof(struct header);
  int class = classOf(bytes);
  if (class == Classes) {
    struct header *large = h->get(h, bytes);
    large->u.number = None;
    return large->data;
  }
  struct slab *s = h->partial[class];
  if (!s)
    s = newSlab(h, class);
  unsigned number = s->first;
  struct header *b = blockAt(s, number, blockBytes[class]);
  s->first = b->u.next;
  b->u.number = (uint16_t)number;
  s->used++;
  if (s->first == None)
    h->partial[class] = s->next;
  return b->data;
}

static void heapPut(struct heap *h, void *p) {
  struct header *b =
      (struct header *)((char *)p - offsetof(struct header, data));
  if (b->u.number == None) {
    h->put(h, b);
    return;
  }
  unsigned bytes = blockBytes[b->class], number = b->u.number;
  struct slab *s = (struct slab *)((char *)b - number * bytes -
                                   offsetof(struct slab, blocks));
  if (s->first == None) {
    s->next = h->partial[s->class];
    h->partial[s->class] = s;
  }
  b->u.next = s->first;
  s->first = (uint16_t)number;
  s->used--;
}

static void *getFromSystem(void *state, size_t bytes) {
  ((struct heap *)state)->bytes += (long)bytes;
  return malloc(bytes);
}
static void putToSystem(void *state, void *block) {
  (void)state;
  free(block);
}

// Cells of one type, by their numbers.
struct cell {
  volatile int key;
  int next;
  long rest[2];
};
union slot {
  int next;
  char room[24];
};
static union slot *slots;
static int firstSlot = -1;

static void *takeCell(void) {
  if (firstSlot < 0) {
    slots = malloc(100 * sizeof *slots);
    for (int i = 0; i < 100; i++)
      slots[i].next = i == 99 ? -1 : i + 1;
    firstSlot = 0;
  }
  union slot *s = &slots[firstSlot];
  firstSlot = s->next;
  return s;
}
static void giveCell(void *p) {
  union slot *s = p;
  s->next = firstSlot;
  firstSlot = (int)(s - slots);
}

struct shape {
  volatile long id;
  long members[4];
};

int main(void) {
  struct heap h = {getFromSystem, putToSystem, {0}, 0};
  long sum = 0;
  struct shape *all[200];
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 200; i++) {
      struct shape *shape = heapGet(&h, sizeof *shape);
      shape->id = i;
      all[i] = shape;
    }
    for (int i = 0; i < 200; i++) {
      sum += all[i]->id;
      heapPut(&h, all[i]);
    }
  }
  for (int i = 0; i < 50; i++) {
    volatile char *text = heapGet(&h, 100);
    text[99] = 1;
  }
  volatile char *large = heapGet(&h, 4000);
  large[3999] = 1;
  sum += large[3999];
  heapPut(&h, (void *)large);
  for (int i = 0; i < 30; i++) {
    struct cell *cell = takeCell();
    cell->key = i;
    sum += cell->key;
    if (i % 3 == 0)
      giveCell(cell);
  }
  printf("%ld %ld\n", sum, h.bytes);
  return 0;
}

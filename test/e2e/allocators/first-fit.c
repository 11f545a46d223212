// An allocator under another name, over memory of the system: it searches a
// list of free pieces for one that is large enough, splits it, and puts it
// back.
//
// RUN: for How in "-O0 -DSBRK" "-O2 -DSBRK" -O0 -O2 "-O2 -flto"; do \
// RUN:   %clang $How %s -o %t.plain && %t.plain > %t.expected && \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     'word.objects == 500 and word.type == "struct word"' \
// RUN:     'word.bytes == 500 * 32 and word.stores == 500' \
// RUN:     'word.peak_bytes == 100 * 32' \
// RUN:     'line.objects == 40 and line.bytes == 40 * 80' \
// RUN:     'line.stores == 40' \
// RUN:     'not report["notes"]' || { echo "$How"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

union block {
  struct {
    union block *next;
    size_t units;
  } s;
  max_align_t align;
};
static union block base, *list;

static void give(void *p);

static union block *more(size_t units) {
  if (units < 1024)
    units = 1024;
#ifdef SBRK
  void *fresh = sbrk((ptrdiff_t)(units * sizeof(union block)));
#else
  void *fresh = mmap(NULL, units * sizeof(union block), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#endif
  if (fresh == (void *)-1)
    return NULL;
  union block *b = fresh;
  b->s.units = units;
  give(b + 1);
  return list;
}

static void *take(size_t bytes) {
  size_t units = (bytes + sizeof(union block) - 1) / sizeof(union block) + 1;
  union block *before = list;
  if (!before) {
    base.s.next = list = before = &base;
    base.s.units = 0;
  }
  for (union block *b = before->s.next;; before = b, b = b->s.next) {
    if (b->s.units >= units) {
      if (b->s.units == units) {
        before->s.next = b->s.next;
      } else {
        b->s.units -= units;
        b += b->s.units;
        b->s.units = units;
      }
      list = before;
      return b + 1;
    }
    if (b == list && !(b = more(units)))
      return NULL;
  }
}

static void give(void *p) {
  union block *b = (union block *)p - 1, *at = list;
  for (; !(b > at && b < at->s.next); at = at->s.next)
    if (at >= at->s.next && (b > at || b < at->s.next))
      break;
  if (b + b->s.units == at->s.next) {
    b->s.units += at->s.next->s.units;
    b->s.next = at->s.next->s.next;
  } else {
    b->s.next = at->s.next;
  }
  if (at + at->s.units == b) {
    at->s.units += b->s.units;
    at->s.next = b->s.next;
  } else {
    at->s.next = b;
  }
  list = at;
}

struct word {
  volatile long id;
  struct word *next;
  char text[16];
};

int main(void) {
  long sum = 0;
  struct word *all[100];
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < 100; i++) {
      struct word *word = take(sizeof *word);
      word->id = i;
      all[i] = word;
    }
    for (int i = 0; i < 100; i++) {
      sum += all[i]->id;
      give(all[i]);
    }
  }
  for (int i = 0; i < 40; i++) {
    volatile char *line = take(80);
    line[79] = 1;
    sum += line[79];
  }
  printf("%ld\n", sum);
  return 0;
}

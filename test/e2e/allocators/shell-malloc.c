// A shell's malloc: lists of free blocks by size over the program break, with a
// header in front of each block. The program calls it by functions that know
// the caller's line; libraries call malloc.
//
// RUN: for How in -O0 -O2 "-O2 -flto"; do \
// RUN:   %clang $How %s -o %t.plain && %t.plain > %t.expected && \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     's("word", "heap").objects == 400' \
// RUN:     's("word", "heap").type == "struct word"' \
// RUN:     's("word", "heap").bytes == 400 * 24' \
// RUN:     's("word", "heap").peak_bytes == 100 * 24' \
// RUN:     's("word", "heap").stores == 400' \
// RUN:     's("plain", "heap").objects == 20' \
// RUN:     's("plain", "heap").bytes == 20 * 50' \
// RUN:     's("copy", "heap").objects == 1' \
// RUN:     's("zeros", "heap").bytes == 10 * 32' \
// RUN:     'not any("releases" in note for note in report["notes"])' || { echo "$How"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

union head {
  struct {
    uint8_t used, list;
    uint16_t magic;
    uint32_t bytes;
    union head *next;
  } h;
  max_align_t align;
};
enum { Lists = 24, Used = 1, Magic = 0x5432 };
static union head *lists[Lists];

static void refill(int list) {
  size_t block = (size_t)32 << list, bytes = block < 16384 ? 16384 : block;
  char *fresh = sbrk((ptrdiff_t)bytes);
  if (fresh == (char *)-1)
    return;
  for (char *at = fresh; at + block <= fresh + bytes; at += block) {
    union head *p = (union head *)at;
    p->h.used = 0;
    p->h.list = (uint8_t)list;
    p->h.next = lists[list];
    lists[list] = p;
  }
}

static void *takeBlock(size_t n, const char *file, int line) {
  size_t bytes = n + sizeof(union head);
  int list = 0;
  while (((size_t)32 << list) < bytes)
    list++;
  if (!lists[list])
    refill(list);
  union head *p = lists[list];
  if (!p) {
    fprintf(stderr, "%s:%d: no memory\n", file ? file : "?", line);
    return NULL;
  }
  lists[list] = p->h.next;
  p->h.used = Used;
  p->h.magic = Magic;
  p->h.bytes = (uint32_t)n;
  return p + 1;
}

static void putBlock(void *mem, const char *file, int line) {
  if (!mem)
    return;
  union head *p = (union head *)mem - 1;
  if (p->h.used != Used || p->h.magic != Magic) {
    fprintf(stderr, "%s:%d: free of unallocated\n", file ? file : "?", line);
    abort();
  }
  p->h.used = 0;
  p->h.next = lists[p->h.list];
  lists[p->h.list] = p;
}

void *malloc(size_t n) { return takeBlock(n, NULL, 0); }
void free(void *p) { putBlock(p, NULL, 0); }
void *calloc(size_t a, size_t b) {
  void *p = takeBlock(a * b, NULL, 0);
  return p ? memset(p, 0, a * b) : p;
}
void *realloc(void *p, size_t n) {
  void *q = takeBlock(n, NULL, 0);
  if (p && q) {
    union head *old = (union head *)p - 1;
    memcpy(q, p, old->h.bytes < n ? old->h.bytes : n);
    putBlock(p, NULL, 0);
  }
  return q;
}

void *sh_malloc(size_t n, const char *file, int line) {
  return takeBlock(n, file, line);
}
void sh_free(void *p, const char *file, int line) { putBlock(p, file, line); }
#define xmalloc(n) sh_xmalloc(n, __FILE__, __LINE__)
#define xfree(p) sh_free(p, __FILE__, __LINE__)
static void *sh_xmalloc(size_t n, const char *file, int line) {
  void *p = sh_malloc(n, file, line);
  if (!p)
    abort();
  return p;
}

struct word {
  volatile long flags;
  struct word *next;
  char *text;
};

int main(void) {
  long sum = 0;
  struct word *all[100];
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 100; i++) {
      struct word *word = xmalloc(sizeof *word);
      word->flags = i;
      all[i] = word;
    }
    for (int i = 0; i < 100; i++) {
      sum += all[i]->flags;
      xfree(all[i]);
    }
  }
  for (int i = 0; i < 20; i++) {
    volatile char *plain = malloc(50);
    plain[49] = 1;
    sum += plain[49];
  }
  char *copy = strdup("a text");
  copy[0] = 'A';
  volatile int *zeros = calloc(10, 32);
  zeros[3] = 1;
  printf("%ld %s %d\n", sum, copy, zeros[4]);
  return 0;
}

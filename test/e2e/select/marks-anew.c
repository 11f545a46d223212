// Arenas are cut, reset and cut anew in other sizes, so that new objects end
// larger and smaller ones that reach beyond them; objects are cut from objects.
// Each access counts for what lies there then. In a block of the heap, in a
// mapping, where gaps belong to their neighbours, and in a global.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" --long -- %t 300 | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=48K,12;L2=256K,16" --long -- %t 24 | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" --long -- %t 3000 | FileCheck %s
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=4K,1;L2=64K,8" --long -- %t 100 | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memfacet/memfacet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { Room = 8192, Most = 64 };
static unsigned long state = 1;
static unsigned below(unsigned n) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 40) % n;
}

static char global[Room] __attribute__((aligned(64)));
struct piece {
  char *at;
  size_t bytes;
};

__attribute__((noinline)) static char *cut(char *here, size_t n) {
  return MEMFACET_ALLOC(here, n);
}
__attribute__((noinline)) static long touch(volatile char *p, size_t n) {
  long sum = 0;
  for (size_t i = 0; i < n; i += 1 + below(9))
    sum += ++p[i];
  return sum;
}
__attribute__((noinline)) static long walk(volatile int *p, size_t n) {
  long sum = 0;
  for (size_t i = 0; i < n; i += 1 + below(5))
    sum += p[i];
  return sum;
}

// What else programs say about marks.
__attribute__((noinline)) static long say(char *base, struct piece old) {
  switch (below(12)) {
  case 0:
    MEMFACET_FREE(old.at);
    return touch(old.at, old.bytes);
  case 1:
    MEMFACET_CLEAR(old.at, old.bytes);
    return touch(old.at, old.bytes);
  case 2: {
    char *odd = old.at + 4 * below(5);
    MEMFACET_ALLOC_AS(odd, 8 + 4 * below(50), "odd");
    return touch(odd, 100);
  }
  case 3:
    MEMFACET_REGION(base + 4 * below(200), 4 + 4 * below(200), "region");
    return walk((int *)base, 400);
  case 4:
    return walk((int *)base, Room / 4);
  default:
    return 0;
  }
}

__attribute__((noinline)) static long fill(char *base, unsigned most) {
  static struct piece pieces[Most];
  size_t used = 0;
  unsigned count = 0;
  long sum = 0;
  while (count != Most) {
    size_t n = 4 + 4 * below(most / 4);
    if (used + n + 400 > Room)
      break;
    char *outer = cut(base + used, n);
    pieces[count++] = (struct piece){outer, n};
    sum += touch(outer, n);
    for (size_t in = 0, size; n > 64 && in + 40 < n && below(4); in += size) {
      size = 8 + 4 * below(6);
      char *inner = cut(outer + in, size);
      sum += touch(inner, 8);
    }
    sum += say(base, pieces[below(count)]);
    used += n + 4 * below(3);
  }
  return sum + walk((int *)base, Room / 4);
}

int main(int argc, char **argv) {
  unsigned most = argc > 1 ? (unsigned)atoi(argv[1]) : 300;
  char *block = calloc(Room, 1);
  char *mapping = mmap(NULL, Room, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long sum = 0;
  for (int round = 0; round < 200; ++round) {
    unsigned where = below(3);
    sum += fill(where == 0 ? block : where == 1 ? mapping : global, most);
    if (below(16) == 0) {
      free(block);
      block = calloc(Room, 1);
    }
  }
  printf("%ld\n", sum);
  return 0;
}

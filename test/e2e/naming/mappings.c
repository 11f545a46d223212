// Memory that the program maps is called by what receives it, as the heap's is;
// files by their name.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %clang $Level %s -o %t.plain && \
// RUN:   %t.plain %t.data.bin > %t.expected && \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog %t.data.bin > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp --all \
// RUN:     's("Grid", "mapping").type == "volatile double"' \
// RUN:     's("Grid", "mapping").stores == 1000' \
// RUN:     's("Grid", "mapping").loads == 500' \
// RUN:     's("Grid", "mapping").objects == 1' \
// RUN:     's("Grid", "mapping").bytes == 8192' \
// RUN:     's("A->Base", "mapping").type == "volatile char"' \
// RUN:     's("A->Base").stores == 300 and s("A->Base").loads == 0' \
// RUN:     's("A->Base").peak_bytes == 16 * 4096' \
// RUN:     's("Grown", "mapping").stores == 100' \
// RUN:     's("Grown", "mapping").loads == 100' \
// RUN:     's("Small", "mapping").stores == 50' \
// RUN:     's("Heap", "heap").type == "volatile int"' \
// RUN:     's("Heap", "heap").stores == 10' \
// RUN:     's("[mapping mappings.c.tmp.data.bin]").loads == 64' \
// RUN:     's("[mapping mappings.c.tmp.data.bin]").stores == 64' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Page = 4096 };

static volatile double *Grid;
static volatile int *Heap;

struct arena {
  volatile char *Base;
};

static void *map(size_t Bytes, int Protection) {
  return mmap(NULL, Bytes, Protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/// Reserved at once, of use by and by.
static void fill(struct arena *A) {
  A->Base = map(16 * Page, PROT_NONE);
  for (int I = 0; I < 3; ++I) {
    mmap((void *)(A->Base + I * Page), Page, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    for (int J = 0; J < 100; ++J)
      A->Base[I * Page + J] = 1;
  }
}

static long grow(void) {
  volatile long *Small = map(Page, PROT_READ | PROT_WRITE);
  for (int I = 0; I < 50; ++I)
    Small[I] = I;
  volatile long *Grown =
      mremap((void *)Small, Page, 4 * Page, MREMAP_MAYMOVE);
  long Sum = 0;
  for (int I = 0; I < 100; ++I)
    Grown[1000 + I] = I;
  for (int I = 0; I < 100; ++I)
    Sum += Grown[I];
  munmap((void *)Grown, 4 * Page);
  return Sum;
}

/// A failure must not name what is allocated next.
static void fail(void) {
  void *None = mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Heap = malloc(10 * sizeof(int));
  for (int I = 0; I < 10; ++I)
    Heap[I] = None == MAP_FAILED;
}

static int readFile(const char *Path) {
  int File = open(Path, O_RDWR | O_CREAT | O_TRUNC, 0600), Sum = 0;
  if (File < 0 || ftruncate(File, Page) != 0)
    return -1;
  volatile unsigned char *Bytes =
      mmap(NULL, Page, PROT_READ | PROT_WRITE, MAP_SHARED, File, 0);
  for (int I = 0; I < 64; ++I)
    Bytes[I] = (unsigned char)I;
  for (int I = 0; I < 64; ++I)
    Sum += Bytes[I];
  close(File);
  return Sum;
}

int main(int Count, char **Arguments) {
  Grid = map(2 * Page, PROT_READ | PROT_WRITE);
  double Sum = 0;
  for (int I = 0; I < 1000; ++I)
    Grid[I] = I;
  for (int I = 0; I < 500; ++I)
    Sum += Grid[I];
  struct arena A;
  fill(&A);
  fail();
  printf("%.0f %ld %d\n", Sum, grow(), Count > 1 ? readFile(Arguments[1]) : 0);
  free((void *)Heap);
}

// A malloc of the program's own takes memory from mappings. It counts as that
// of the blocks, and what is left as the mapping's: the sum is what was mapped
// at once, 4 MiB of nodes and of what follows them, and 2 MiB for an array.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %memfacet record --exact -o %t.mfp -- %t
// RUN: %expect %t.mfp --all \
// RUN:   's("Nodes", "heap").peak_bytes == 2400000' \
// RUN:   's("Array", "heap").peak_bytes == 2097152' \
// RUN:   's("Chunk", "mapping").peak_bytes == 4194304 - 2400000' \
// RUN:   's("Large", "mapping").peak_bytes == 4096'
// RUN: %memfacet report %t.mfp | FileCheck %s
// CHECK: {{^TOTAL +6.00 MiB }}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

static char *Chunk, *End, *Large;
static void *Released;

static char *map(size_t Bytes) {
  return mmap(0, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
              0);
}

void *malloc(size_t Bytes) {
  if (Bytes > 4096) {
    Large = map(Bytes + 4096);
    return Large + 4096;
  }
  if (Released) {
    void *Block = Released;
    Released = *(void **)Released;
    return Block;
  }
  if (End - Chunk < (ptrdiff_t)Bytes) {
    Chunk = map(4 << 20);
    End = Chunk + (4 << 20);
  }
  char *Block = Chunk;
  Chunk += Bytes;
  return Block;
}

void free(void *Block) {
  *(void **)Block = Released;
  Released = Block;
}

struct node {
  struct node *Next;
  long Key;
};

static struct node *Nodes;
static volatile long *Array;

int main(void) {
  for (int Round = 0; Round != 2; ++Round) {
    for (int I = 0; I != 150000; ++I) {
      struct node *N = malloc(sizeof *N);
      N->Next = Nodes;
      N->Key = I;
      Nodes = N;
    }
    while (Nodes) {
      struct node *N = Nodes->Next;
      free(Nodes);
      Nodes = N;
    }
  }
  Array = malloc(2 << 20);
  for (int I = 0; I != 2 << 17; ++I)
    Array[I] = I;
  return 0;
}

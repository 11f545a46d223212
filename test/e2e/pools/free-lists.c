// Pools with free lists: what comes back and is handed out again is a new
// object, and in between it is the pool's. A piece that is a whole block of the
// heap is that block.
//
// RUN: for How in -O0 -O2 "-O2 -flto"; do \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t > %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     'Vertex.objects == 300' 'Vertex.type == "struct node"' \
// RUN:     'Vertex.stores == 300' 'Vertex.bytes == 300 * 24' \
// RUN:     'Vertex.peak_bytes == 100 * 24' \
// RUN:     'Arc.objects == 10' 'Arc.type == "struct edge"' 'Arc.stores == 10' \
// RUN:     'Large.objects == 1' 'Large.stores == 1' \
// RUN:     'Taken.objects == 50' 'Taken.stores == 100' \
// RUN:     'Taken.type == "struct node"' \
// RUN:     's("Current", "heap").objects == 1' 's("Current", "heap").stores == 310 + 1' \
// RUN:     's("Current", "heap").loads == 210' \
// RUN:     'not report["notes"]' || { echo "$How"; exit 1; }; \
// RUN: done
// RUN: %clang -O2 %s -o %t.plain
// RUN: %t.plain > %t.out.plain
// RUN: diff %t.out %t.out.plain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

struct slot {
  struct slot *volatile next;
};
static struct slot *Classes[16];
static char *Current, *End;

static void *get(size_t Bytes) {
  size_t Class = (Bytes + 15) / 16;
  if (Class >= 16)
    return malloc(Bytes);
  struct slot *Slot = Classes[Class];
  if (Slot) {
    Classes[Class] = Slot->next;
    return Slot;
  }
  if (Class * 16 > (size_t)(End - Current)) {
    Current = malloc(65536);
    End = Current + 65536;
  }
  void *Here = Current;
  Current += Class * 16;
  return Here;
}

static void put(void *Old, size_t Bytes) {
  size_t Class = (Bytes + 15) / 16;
  if (Class >= 16) {
    free(Old);
    return;
  }
  struct slot *Slot = Old;
  Slot->next = Classes[Class];
  Classes[Class] = Slot;
}

struct node {
  volatile long key;
  long weights[2];
};
struct edge {
  volatile int from, to;
  char pad[20];
};

// Pieces of one kind, which a macro takes and puts back.
static struct slot *Nodes;
static struct slot *more(void) {
  size_t Bytes = sizeof(struct node);
  struct slot *First = malloc(100 * Bytes);
  char *P = (char *)First;
  for (int I = 0; I < 99; ++I, P += Bytes)
    ((struct slot *)P)->next = (struct slot *)(P + Bytes);
  ((struct slot *)P)->next = NULL;
  return First;
}
#define TAKE(Variable)                                                         \
  (Nodes = Nodes ? Nodes : more(), Variable = (struct node *)Nodes,            \
   Nodes = ((struct slot *)Variable)->next)
#define PUT(Variable)                                                          \
  (((struct slot *)Variable)->next = Nodes, Nodes = (struct slot *)Variable)

int main(void) {
  struct node *All[100];
  for (int Round = 0; Round < 3; ++Round) {
    for (int I = 0; I < 100; ++I) {
      struct node *Vertex = get(sizeof *Vertex);
      Vertex->key = I;
      All[I] = Vertex;
    }
    for (int I = 0; I < 100; ++I)
      put(All[I], sizeof(struct node));
  }
  // The same pieces.
  struct edge *Arcs[10];
  for (int I = 0; I < 10; ++I) {
    struct edge *Arc = get(sizeof *Arc);
    Arc->to = I;
    Arcs[I] = Arc;
  }
  for (int I = 0; I < 10; ++I)
    put(Arcs[I], sizeof(struct edge));
  Arcs[0]->from = 1; // the pool's again
  volatile char *Large = get(1000);
  Large[999] = 1;
  put((void *)Large, 1000);
  long Sum = 0;
  for (int I = 0; I < 50; ++I) {
    struct node *Taken;
    TAKE(Taken);
    Taken->key = I;
    Taken->key = I + 1;
    if (I % 2)
      PUT(Taken);
  }
  printf("%ld\n", Sum);
  return 0;
}

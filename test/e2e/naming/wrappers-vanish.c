// Whoever asks an allocator of the program's own for memory names it, also
// through several of them, in another object, by a pointer, by an out
// parameter, optimised or not.
//
// RUN: %memfacet-clang -O0 -g %S/../Inputs/wrappers/alloc.c %s -o %t.O0
// RUN: %memfacet record -o %t.O0.mfp -- %t.O0
// RUN: %python %S/../Inputs/wrappers/check.py %t.O0.mfp %s
// RUN: %memfacet-clang -O2 -g %S/../Inputs/wrappers/alloc.c %s -o %t.O2
// RUN: %memfacet record -o %t.O2.mfp -- %t.O2
// RUN: %python %S/../Inputs/wrappers/check.py %t.O2.mfp %s
// RUN: %memfacet-clang -O2 -flto -g %S/../Inputs/wrappers/alloc.c %s -o %t.lto
// RUN: %memfacet record -o %t.lto.mfp -- %t.lto
// RUN: %python %S/../Inputs/wrappers/check.py %t.lto.mfp %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/wrappers/alloc.h"
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  char *label;
  long key;
};
struct graph {
  struct node **nodes;
  int count;
};
struct state {
  void *(*alloc)(void *, void *, size_t, size_t);
  double *weights;
};

static struct graph Graph;

static inline void *inlined(size_t Bytes) {
  void *p = malloc(Bytes);
  if (!p)
    abort();
  return p;
}

// A factory: its result says what it makes.
static struct node *newNode(long Key) {
  // EXPECT struct node | struct node | newNode | 6
  struct node *n = xmalloc(sizeof *n);
  n->key = Key;
  n->next = NULL;
  return n;
}

static void append(int Count) {
  // EXPECT Graph.nodes | struct node * | append | 1
  Graph.nodes = xrealloc(Graph.nodes, Count * sizeof *Graph.nodes);
  for (int I = 0; I < Count; ++I) {
    Graph.nodes[I] = newNode(I);
    // EXPECT Graph.nodes[]->label | char | append | 3
    Graph.nodes[I]->label = xstrdup("node");
  }
}

static void useState(struct state *S) {
  // EXPECT S->weights | double | useState | 1
  S->weights = S->alloc(S, NULL, 0, 80);
  S->weights[3] = 1;
}

// Left by a jump: what it took was never handed on.
static jmp_buf Back;
static void *jumps(size_t Bytes) {
  // EXPECT Lost |  | jumps | 5
  void *Lost = xmalloc(Bytes);
  memset(Lost, 0, Bytes);
  longjmp(Back, 1);
}
static void leave(void) {
  int *Unused = jumps(64);
  Unused[0] = 1;
}

// Noted in a table, and returned from there.
static struct entry {
  char *data;
  size_t size;
} Entries[4];
static int Taken;
static void *take(size_t Bytes) {
  struct entry *entry = Entries + Taken++;
  entry->size = Bytes;
  entry->data = xmalloc(Bytes);
  return entry->data;
}
// But this is what the variable is for.
static struct line {
  char *buffer;
} Line;
static char *buffer(struct line *line) {
  if (!line->buffer)
    // EXPECT line->buffer | char | buffer | 1
    line->buffer = malloc(100);
  return line->buffer;
}

int main(void) {
  append(3);
  // EXPECT Noted | long | main | 1
  long *Noted = take(40);
  Noted[1] = Entries[0].size;
  char *Text = buffer(&Line);
  Text[0] = 1;
  // EXPECT Table | long | main | 1
  long *Table = xcalloc(100, sizeof(long));
  // EXPECT Cleared | int | main | 1
  int *Cleared = zeroed(400);
  // EXPECT Here | short | main | 1
  short *Here = inlined(64);
  void *Out;
  // EXPECT Out |  | main | 1
  if (allocInto(&Out, 48))
    return 1;
  struct state S = {throughPointer, NULL};
  useState(&S);
  for (volatile int Round = 0; Round < 5; ++Round)
    if (setjmp(Back) == 0)
      leave();
  Graph.nodes[0]->next = newNode(7);
  Graph.nodes[1]->next = newNode(8), Graph.nodes[2]->next = newNode(9);
  memset(Out, 1, 48);
  memset(Here, 1, 64);
  for (volatile int I = 0; I < 3; ++I)
    Here[I] = I;
  return Here[2] != 2 || Table[5] || Cleared[7] ||
         (Graph.nodes[0]->next->key != 7);
}

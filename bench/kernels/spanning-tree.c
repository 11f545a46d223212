// Prim's minimum spanning tree with a binary heap and the place of each vertex
// in it: adjacency lists of nodes that were allocated one by one in random
// order, the heap, and arrays by vertex that are reached through loaded
// indices. Arguments: vertices, edges of each, rounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Edge {
  struct Edge *Next;
  int To;
  int Weight;
};

struct Vertex {
  struct Edge *Edges;
  int Key; // of the lightest edge to the tree
  int Parent;
  int Place; // in the heap; -1: in the tree
};

static struct Vertex *Vertices;
static int *Heap, HeapSize;
static uint64_t State = 42;

static int draw(int Limit) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (int)((State >> 33) % (uint64_t)Limit);
}

static void put(int Place, int Vertex) {
  Heap[Place] = Vertex;
  Vertices[Vertex].Place = Place;
}

static void up(int Place) {
  int Moved = Heap[Place];
  while (Place > 0 &&
         Vertices[Heap[(Place - 1) / 2]].Key > Vertices[Moved].Key) {
    put(Place, Heap[(Place - 1) / 2]);
    Place = (Place - 1) / 2;
  }
  put(Place, Moved);
}

static void down(int Place) {
  int Moved = Heap[Place];
  for (;;) {
    int Child = 2 * Place + 1;
    if (Child >= HeapSize)
      break;
    if (Child + 1 < HeapSize &&
        Vertices[Heap[Child + 1]].Key < Vertices[Heap[Child]].Key)
      ++Child;
    if (Vertices[Heap[Child]].Key >= Vertices[Moved].Key)
      break;
    put(Place, Heap[Child]);
    Place = Child;
  }
  put(Place, Moved);
}

static int takeLeast(void) {
  int Least = Heap[0];
  Vertices[Least].Place = -1;
  if (--HeapSize > 0) {
    put(0, Heap[HeapSize]);
    down(0);
  }
  return Least;
}

static void join(int A, int B, int Weight) {
  struct Edge *E = malloc(sizeof *E);
  *E = (struct Edge){Vertices[A].Edges, B, Weight};
  Vertices[A].Edges = E;
}

static void build(int Count, int Degree) {
  Vertices = calloc(Count, sizeof *Vertices);
  Heap = calloc(Count, sizeof *Heap);
  for (int I = 0; I < Count * Degree; ++I) {
    // The first edges connect all vertices.
    int A = I < Count ? I : draw(Count),
        B = I < Count ? draw(I + 1) : draw(Count);
    int Weight = 1 + draw(100000);
    join(A, B, Weight);
    join(B, A, Weight);
  }
}

static long spanningTree(int Count, int Root) {
  for (int I = 0; I < Count; ++I) {
    Vertices[I].Key = INT32_MAX;
    Vertices[I].Parent = -1;
    put(I, I);
  }
  HeapSize = Count;
  Vertices[Root].Key = 0;
  up(Root);
  long Sum = 0;
  while (HeapSize > 0) {
    int V = takeLeast();
    Sum += Vertices[V].Key;
    for (struct Edge *E = Vertices[V].Edges; E; E = E->Next) {
      struct Vertex *To = &Vertices[E->To];
      if (To->Place >= 0 && E->Weight < To->Key) {
        To->Key = E->Weight;
        To->Parent = V;
        up(To->Place);
      }
    }
  }
  return Sum;
}

int main(int Count, char **Words) {
  int Size = Count > 1 ? atoi(Words[1]) : 20000;
  int Degree = Count > 2 ? atoi(Words[2]) : 6;
  int Rounds = Count > 3 ? atoi(Words[3]) : 15;
  build(Size, Degree);
  long Sum = 0;
  for (int R = 0; R < Rounds; ++R)
    Sum = Sum * 7 + spanningTree(Size, draw(Size));
  printf("%ld\n", Sum);
  for (int I = 0; I < Size; ++I)
    for (struct Edge *E = Vertices[I].Edges, *Next; E; E = Next) {
      Next = E->Next;
      free(E);
    }
  free(Vertices);
  free(Heap);
  return 0;
}

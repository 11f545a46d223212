// Searches in a graph with few very large vertices: levels from a root, once
// from the frontier's side and once from that of the unvisited vertices, then
// the connected components by union and find, and triangles of small vertices.
// Arguments: scale (vertices as a power of two), edges of each, roots.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Graph {
  int Vertices;
  int *Begin;
  int *Target; // sorted for each vertex
};

static uint64_t State = 77;

static uint32_t draw(void) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(State >> 32);
}

// Each bit of both ends is drawn unevenly.
static void drawEdge(int Scale, int *A, int *B) {
  *A = *B = 0;
  for (int Bit = 0; Bit < Scale; ++Bit) {
    uint32_t Quarter = draw() % 100;
    *A |= (Quarter >= 76) << Bit;
    *B |= ((Quarter >= 57 && Quarter < 76) || Quarter >= 95) << Bit;
  }
}

static int compare(const void *A, const void *B) {
  int Left = *(const int *)A, Right = *(const int *)B;
  return (Left > Right) - (Left < Right);
}

static struct Graph build(int Scale, int Degree) {
  int Vertices = 1 << Scale, Edges = Vertices * Degree;
  struct Graph G = {Vertices, calloc(Vertices + 1, sizeof(int)),
                    malloc(sizeof(int) * 2 * Edges)};
  int *Ends = malloc(sizeof(int) * 2 * Edges);
  for (int E = 0; E < Edges; ++E) {
    drawEdge(Scale, &Ends[2 * E], &Ends[2 * E + 1]);
    ++G.Begin[Ends[2 * E] + 1];
    ++G.Begin[Ends[2 * E + 1] + 1];
  }
  for (int V = 0; V < Vertices; ++V)
    G.Begin[V + 1] += G.Begin[V];
  int *Next = malloc(sizeof(int) * Vertices);
  for (int V = 0; V < Vertices; ++V)
    Next[V] = G.Begin[V];
  for (int E = 0; E < 2 * Edges; ++E)
    G.Target[Next[Ends[E]]++] = Ends[E ^ 1];
  for (int V = 0; V < Vertices; ++V)
    qsort(G.Target + G.Begin[V], G.Begin[V + 1] - G.Begin[V], sizeof(int),
          compare);
  free(Ends);
  free(Next);
  return G;
}

static int expand(const struct Graph *G, int *Level, const int *Frontier,
                  int Size, int *New, int Depth) {
  int Found = 0;
  for (int F = 0; F < Size; ++F)
    for (int E = G->Begin[Frontier[F]]; E < G->Begin[Frontier[F] + 1]; ++E)
      if (Level[G->Target[E]] < 0) {
        Level[G->Target[E]] = Depth;
        New[Found++] = G->Target[E];
      }
  return Found;
}

static int search(const struct Graph *G, int *Level, int Depth, int *New) {
  int Found = 0;
  for (int V = 0; V < G->Vertices; ++V) {
    if (Level[V] >= 0)
      continue;
    for (int E = G->Begin[V]; E < G->Begin[V + 1]; ++E)
      if (Level[G->Target[E]] == Depth - 1) {
        Level[V] = Depth;
        New[Found++] = V;
        break;
      }
  }
  return Found;
}

static long levels(const struct Graph *G, int Root, int *Level, int *Old,
                   int *New) {
  for (int V = 0; V < G->Vertices; ++V)
    Level[V] = -1;
  Level[Root] = 0;
  Old[0] = Root;
  long Sum = 0;
  for (int Size = 1, Depth = 1; Size > 0; ++Depth) {
    Sum += (long)Size * Depth;
    Size = Size < G->Vertices / 16 ? expand(G, Level, Old, Size, New, Depth)
                                   : search(G, Level, Depth, New);
    int *Other = Old;
    Old = New;
    New = Other;
  }
  return Sum;
}

static int find(int *Parent, int V) {
  while (Parent[V] != V)
    V = Parent[V] = Parent[Parent[V]];
  return V;
}

static int components(const struct Graph *G, int *Parent) {
  int Left = G->Vertices;
  for (int V = 0; V < G->Vertices; ++V)
    Parent[V] = V;
  for (int V = 0; V < G->Vertices; ++V)
    for (int E = G->Begin[V]; E < G->Begin[V + 1]; ++E) {
      int A = find(Parent, V), B = find(Parent, G->Target[E]);
      Parent[A < B ? B : A] = A < B ? A : B;
      Left -= A != B;
    }
  return Left;
}

static int common(const struct Graph *G, int A, int B) {
  int I = G->Begin[A], J = G->Begin[B], Found = 0;
  while (I < G->Begin[A + 1] && J < G->Begin[B + 1]) {
    int Difference = G->Target[I] - G->Target[J];
    Found += Difference == 0;
    I += Difference <= 0;
    J += Difference >= 0;
  }
  return Found;
}

static long triangles(const struct Graph *G, int Most) {
  long Sum = 0;
  for (int V = 0; V < G->Vertices; ++V)
    if (G->Begin[V + 1] - G->Begin[V] < Most)
      for (int E = G->Begin[V]; E < G->Begin[V + 1]; ++E)
        if (G->Target[E] < V)
          Sum += common(G, V, G->Target[E]);
  return Sum;
}

int main(int Count, char **Words) {
  int Scale = Count > 1 ? atoi(Words[1]) : 15;
  int Degree = Count > 2 ? atoi(Words[2]) : 8;
  int Roots = Count > 3 ? atoi(Words[3]) : 60;
  struct Graph G = build(Scale, Degree);
  int *A = malloc(sizeof(int) * G.Vertices);
  int *B = malloc(sizeof(int) * G.Vertices);
  int *C = malloc(sizeof(int) * G.Vertices);
  uint64_t Sum = 0;
  for (int R = 0; R < Roots; ++R)
    Sum = Sum * 3 +
          (uint64_t)levels(&G, (int)(draw() % (uint32_t)G.Vertices), A, B, C);
  printf("%llu %d %ld\n", (unsigned long long)Sum, components(&G, A),
         triangles(&G, 40));
  free(A);
  free(B);
  free(C);
  free(G.Begin);
  free(G.Target);
  return 0;
}

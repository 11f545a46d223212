// Page rank over a graph in compressed rows: the rows and the edges are read
// one after the other, the ranks of the neighbours in random order. The threads
// share the graph and the old ranks; each writes its own part of the new ones.
// Built with -fopenmp. Arguments: threads, vertices, iterations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Graph {
  int Vertices;
  int *Row;    // first edge of each vertex, and the end
  int *Source; // where an edge comes from
  int *Degree; // edges that leave
};

static uint64_t State = 7;

static int draw(int Limit) {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return (int)(State % (uint64_t)Limit);
}

// Some vertices have many more edges than others.
static int drawOften(int Limit) {
  int A = draw(Limit), B = draw(Limit);
  return A < B ? A : B;
}

static struct Graph build(int Vertices, int Edges) {
  struct Graph G = {Vertices, calloc(Vertices + 1, sizeof(int)),
                    malloc(sizeof(int) * Edges), calloc(Vertices, sizeof(int))};
  int *From = malloc(sizeof(int) * Edges), *To = malloc(sizeof(int) * Edges);
  for (int I = 0; I < Edges; ++I) {
    From[I] = I < Vertices ? I : draw(Vertices); // each vertex has an edge
    To[I] = drawOften(Vertices);
    ++G.Row[To[I] + 1];
    ++G.Degree[From[I]];
  }
  for (int I = 0; I < Vertices; ++I)
    G.Row[I + 1] += G.Row[I];
  int *Next = malloc(sizeof(int) * Vertices);
  for (int I = 0; I < Vertices; ++I)
    Next[I] = G.Row[I];
  for (int I = 0; I < Edges; ++I)
    G.Source[Next[To[I]]++] = From[I];
  free(From);
  free(To);
  free(Next);
  return G;
}

static void iterate(const struct Graph *G, const double *Share, double *Rank) {
#pragma omp parallel for schedule(static)
  for (int V = 0; V < G->Vertices; ++V) {
    double Sum = 0;
    for (int E = G->Row[V]; E < G->Row[V + 1]; ++E)
      Sum += Share[G->Source[E]];
    Rank[V] = 0.15 / G->Vertices + 0.85 * Sum;
  }
}

static void share(const struct Graph *G, const double *Rank, double *Share) {
#pragma omp parallel for schedule(static)
  for (int V = 0; V < G->Vertices; ++V)
    Share[V] = Rank[V] / G->Degree[V];
}

int main(int Count, char **Words) {
  omp_set_num_threads(Count > 1 ? atoi(Words[1]) : 1);
  int Vertices = Count > 2 ? atoi(Words[2]) : 60000;
  int Iterations = Count > 3 ? atoi(Words[3]) : 600;
  struct Graph G = build(Vertices, Vertices * 12);
  double *Rank = malloc(sizeof(double) * Vertices);
  double *Share = malloc(sizeof(double) * Vertices);
  for (int V = 0; V < Vertices; ++V)
    Rank[V] = 1.0 / Vertices;
  for (int I = 0; I < Iterations; ++I) {
    share(&G, Rank, Share);
    iterate(&G, Share, Rank);
  }
  double Sum = 0;
  for (int V = 0; V < Vertices; ++V)
    Sum += Rank[V] * (1 + V % 7);
  printf("%.9g\n", Sum);
  free(G.Row);
  free(G.Source);
  free(G.Degree);
  free(Rank);
  free(Share);
  return 0;
}

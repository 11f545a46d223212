// Fields on two kinds of nodes, each of which depends on nodes of the other
// kind: every node is allocated by itself with its own arrays of pointers and
// factors, and kept in a list that was shuffled. Also builds the reverse edges,
// as a program that distributes such a graph does. Arguments: nodes of a kind,
// edges of each, rounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Node {
  struct Node *Next;
  double Value;
  int Sources, Uses, Filled;
  struct Node **From; // of the other kind
  struct Node **Users;
  double *Factors;
};

static uint64_t State = 99;

static int draw(int Limit) {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return (int)(State % (uint64_t)Limit);
}

static double drawValue(void) { return (draw(20001) - 10000) / 10000.0; }

// Fills Nodes; returns the first one of the list, whose order is random.
static struct Node *allocate(struct Node **Nodes, int Count, int Degree) {
  for (int I = 0; I < Count; ++I) {
    struct Node *N = calloc(1, sizeof *N);
    N->Value = drawValue();
    N->Sources = 1 + draw(2 * Degree - 1);
    N->From = (struct Node **)malloc(sizeof(struct Node *) * N->Sources);
    N->Factors = malloc(sizeof(double) * N->Sources);
    Nodes[I] = N;
  }
  for (int I = Count - 1; I > 0; --I) {
    int J = draw(I + 1);
    struct Node *N = Nodes[I];
    Nodes[I] = Nodes[J];
    Nodes[J] = N;
  }
  for (int I = 0; I + 1 < Count; ++I)
    Nodes[I]->Next = Nodes[I + 1];
  return Nodes[0];
}

// Most sources are near in the other list, some are anywhere.
static void join(struct Node **Nodes, struct Node **Others, int Count) {
  for (int I = 0; I < Count; ++I)
    for (int E = 0; E < Nodes[I]->Sources; ++E) {
      int Other = draw(4) ? (I + draw(200)) % Count : draw(Count);
      Nodes[I]->From[E] = Others[Other];
      Nodes[I]->Factors[E] = drawValue() / Nodes[I]->Sources;
      ++Others[Other]->Uses;
    }
}

static void reverse(struct Node *List) {
  for (struct Node *N = List; N; N = N->Next)
    for (int E = 0; E < N->Sources; ++E) {
      struct Node *Source = N->From[E];
      if (!Source->Users)
        Source->Users =
            (struct Node **)malloc(sizeof(struct Node *) * Source->Uses);
      Source->Users[Source->Filled++] = N;
    }
}

static void compute(struct Node *List) {
  for (struct Node *N = List; N; N = N->Next) {
    N->Value *= 0.8; // keep it bounded
    for (int E = 0; E < N->Sources; ++E)
      N->Value -= N->From[E]->Value * N->Factors[E];
  }
}

// Gives a share of a node's value back to those that use it.
static void spread(struct Node *List) {
  for (struct Node *N = List; N; N = N->Next) {
    double Share = N->Value * 0.01;
    N->Value -= Share;
    for (int U = 0; U < N->Filled; ++U)
      N->Users[U]->Value += Share / N->Filled;
  }
}

static double sum(const struct Node *List) {
  double Sum = 0;
  for (int I = 0; List; List = List->Next, ++I)
    Sum += List->Value * (1 + I % 3);
  return Sum;
}

static void release(struct Node *List) {
  for (struct Node *Next; List; List = Next) {
    Next = List->Next;
    free((void *)List->From);
    free((void *)List->Users);
    free(List->Factors);
    free(List);
  }
}

int main(int Count, char **Words) {
  int Size = Count > 1 ? atoi(Words[1]) : 12000;
  int Degree = Count > 2 ? atoi(Words[2]) : 10;
  int Rounds = Count > 3 ? atoi(Words[3]) : 260;
  struct Node **Left = (struct Node **)malloc(sizeof(struct Node *) * Size);
  struct Node **Right = (struct Node **)malloc(sizeof(struct Node *) * Size);
  struct Node *Electric = allocate(Left, Size, Degree);
  struct Node *Magnetic = allocate(Right, Size, Degree);
  join(Left, Right, Size);
  join(Right, Left, Size);
  free((void *)Left);
  free((void *)Right);
  reverse(Electric);
  reverse(Magnetic);
  for (int R = 0; R < Rounds; ++R) {
    compute(Electric);
    compute(Magnetic);
    if (R % 4 == 0) {
      spread(Electric);
      spread(Magnetic);
    }
  }
  printf("%.7g\n", sum(Electric) - sum(Magnetic));
  release(Electric);
  release(Magnetic);
  return 0;
}

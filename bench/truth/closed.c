// Accesses whose misses a formula predicts. The first argument names them; the
// formulas are in truth.py. All arrays begin at a page.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Page = 4096, Rounds = 5, Side = 64 };

static double *make(size_t Bytes) { return aligned_alloc(Page, Bytes); }

// Bytes of an array are read one after the other, again and again.
static double stream(size_t Bytes) {
  volatile double *Array = make(Bytes);
  double Sum = 0;
  for (int R = 0; R < Rounds; ++R)
    for (size_t I = 0; I < Bytes / sizeof(double); ++I)
      Sum += Array[I];
  return Sum;
}

struct Node {
  struct Node *volatile Next;
  char Rest[64 - sizeof(struct Node *)];
};

// All nodes, a line each, are visited in one fixed, shuffled circle.
static double chase(size_t Count) {
  struct Node *Nodes = aligned_alloc(Page, Count * sizeof(struct Node));
  for (size_t I = 0; I < Count; ++I)
    Nodes[I * 7 % Count].Next = &Nodes[(I + 1) * 7 % Count];
  struct Node *At = Nodes;
  for (size_t I = 0; I < Rounds * Count; ++I)
    At = At->Next;
  return At == Nodes;
}

// Five points of one grid make one of another. Rows of 512 bytes.
static double stencil(void) {
  volatile double *From = make(Side * Side * sizeof(double));
  volatile double *Into = make(Side * Side * sizeof(double));
  for (int R = 0; R < Rounds; ++R)
    for (int Y = 1; Y < Side - 1; ++Y)
      for (int X = 0; X < Side; ++X)
        Into[Y * Side + X] = From[(Y - 1) * Side + X] + From[Y * Side + X] +
                             From[(Y + 1) * Side + X];
  return Into[Side];
}

// A matrix is read down its columns; its rows are RowBytes apart.
static double transposed(size_t RowBytes) {
  volatile double *Matrix = make(Side * RowBytes + Page);
  double Sum = 0;
  for (int X = 0; X < Side; ++X)
    for (int Y = 0; Y < Side; ++Y)
      Sum += Matrix[Y * RowBytes / sizeof(double) + X];
  return Sum;
}

// Three naive loops.
static double product(void) {
  volatile double *Left = make(Side * Side * sizeof(double));
  volatile double *Right = make(Side * Side * sizeof(double));
  volatile double *Result = make(Side * Side * sizeof(double));
  for (int I = 0; I < Side; ++I)
    for (int J = 0; J < Side; ++J) {
      double Sum = 0;
      for (int K = 0; K < Side; ++K)
        Sum += Left[I * Side + K] * Right[K * Side + J];
      Result[I * Side + J] = Sum;
    }
  return Result[0];
}

int main(int Count, char **Words) {
  const char *Name = Count > 1 ? Words[1] : "";
  double Result;
  if (strcmp(Name, "stream") == 0)
    Result = stream(1 << 16);
  else if (strcmp(Name, "stream-fits") == 0)
    Result = stream(1 << 12);
  else if (strcmp(Name, "chase") == 0)
    Result = chase(1024);
  else if (strcmp(Name, "chase-fits") == 0)
    Result = chase(128);
  else if (strcmp(Name, "stencil") == 0)
    Result = stencil();
  else if (strcmp(Name, "transposed") == 0)
    Result = transposed(Page);
  else if (strcmp(Name, "transposed-padded") == 0)
    Result = transposed(Page + 64);
  else if (strcmp(Name, "product") == 0)
    Result = product();
  else
    return fprintf(stderr, "usage: %s CASE\n", Words[0]), 2;
  printf("%g\n", Result);
  return 0;
}

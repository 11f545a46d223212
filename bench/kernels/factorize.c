// LU factorization with row pivots of a dense matrix, in blocks of columns: a
// narrow panel is factorized, then the rest is updated by a product of blocks.
// Solves for a few right sides afterwards. Arguments: rows, right sides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Width = 32 };

static int N;
static double *A; // by rows
static int *Pivots;

static double *row(int I) { return A + (size_t)I * N; }

static uint64_t State = 5;

static double draw(void) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (double)(int64_t)(State >> 12) / 4503599627370496.0 - 0.5;
}

static void exchange(int I, int J) {
  double *Left = row(I), *Right = row(J);
  for (int K = 0; K < N; ++K) {
    double V = Left[K];
    Left[K] = Right[K];
    Right[K] = V;
  }
}

static void factorizePanel(int Begin, int End) {
  for (int K = Begin; K < End; ++K) {
    int Best = K;
    for (int I = K + 1; I < N; ++I)
      if (fabs(row(I)[K]) > fabs(row(Best)[K]))
        Best = I;
    Pivots[K] = Best;
    if (Best != K)
      exchange(K, Best);
    double Inverse = 1 / row(K)[K];
    for (int I = K + 1; I < N; ++I) {
      double *R = row(I), Factor = R[K] *= Inverse;
      for (int J = K + 1; J < End; ++J)
        R[J] -= Factor * row(K)[J];
    }
  }
}

// The rows of the panel, right of it.
static void solveRows(int Begin, int End) {
  for (int K = Begin; K < End; ++K)
    for (int I = K + 1; I < End; ++I) {
      double Factor = row(I)[K];
      for (int J = End; J < N; ++J)
        row(I)[J] -= Factor * row(K)[J];
    }
}

static void update(int Begin, int End) {
  for (int Left = End; Left < N; Left += 2 * Width) {
    int Right = Left + 2 * Width < N ? Left + 2 * Width : N;
    for (int I = End; I < N; ++I) {
      double *R = row(I);
      for (int K = Begin; K < End; ++K) {
        double Factor = R[K];
        const double *From = row(K);
        for (int J = Left; J < Right; ++J)
          R[J] -= Factor * From[J];
      }
    }
  }
}

static void solve(double *X) {
  for (int I = 0; I < N; ++I) {
    double V = X[Pivots[I]];
    X[Pivots[I]] = X[I];
    X[I] = V;
  }
  for (int I = 0; I < N; ++I)
    for (int K = 0; K < I; ++K)
      X[I] -= row(I)[K] * X[K];
  for (int I = N - 1; I >= 0; --I) {
    for (int K = I + 1; K < N; ++K)
      X[I] -= row(I)[K] * X[K];
    X[I] /= row(I)[I];
  }
}

int main(int Count, char **Words) {
  N = Count > 1 ? atoi(Words[1]) : 1500;
  int Sides = Count > 2 ? atoi(Words[2]) : 20;
  A = malloc(sizeof(double) * N * N);
  Pivots = malloc(sizeof(int) * N);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      row(I)[J] = draw() + (I == J ? 4 : 0);
  for (int Begin = 0; Begin < N; Begin += Width) {
    int End = Begin + Width < N ? Begin + Width : N;
    factorizePanel(Begin, End);
    solveRows(Begin, End);
    update(Begin, End);
  }
  double *X = malloc(sizeof(double) * N), Sum = 0;
  for (int S = 0; S < Sides; ++S) {
    for (int I = 0; I < N; ++I)
      X[I] = draw();
    solve(X);
    for (int I = 0; I < N; ++I)
      Sum += fabs(X[I]) * (1 + I % 4);
  }
  printf("%.7g\n", Sum);
  free(X);
  free(A);
  free(Pivots);
  return 0;
}

// Conjugate gradients with a sparse matrix whose entries are anywhere: each
// thread multiplies some rows, whose columns are reached through loaded
// indices; sums are reduced over the threads in a fixed order, so that the
// result is always the same. Built with -fopenmp. Arguments: threads, rows,
// iterations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MostThreads = 64, Apart = 8 };

struct Matrix {
  int Rows;
  int *Begin; // of each row, and the end
  int *Column;
  double *Value;
};

static uint64_t State = 21;

static int draw(int Limit) {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return (int)(State % (uint64_t)Limit);
}

// Symmetric: each pair is put into both rows. The diagonal is larger than the
// rest of its row, so that it can be solved.
static struct Matrix build(int Rows, int Pairs) {
  int *A = malloc(sizeof(int) * Pairs), *B = malloc(sizeof(int) * Pairs);
  struct Matrix M = {Rows, calloc(Rows + 1, sizeof(int)),
                     malloc(sizeof(int) * (Rows + 2 * Pairs)),
                     malloc(sizeof(double) * (Rows + 2 * Pairs))};
  for (int P = 0; P < Pairs; ++P) {
    A[P] = draw(Rows);
    B[P] = draw(3) ? (A[P] + 1 + draw(100)) % Rows : draw(Rows);
    ++M.Begin[A[P] + 1];
    ++M.Begin[B[P] + 1];
  }
  for (int R = 0; R < Rows; ++R)
    M.Begin[R + 1] += M.Begin[R] + 1;
  int *Next = malloc(sizeof(int) * Rows);
  for (int R = 0; R < Rows; ++R) {
    int Own = M.Begin[R];
    M.Column[Own] = R;
    M.Value[Own] = 0.5 + (M.Begin[R + 1] - Own);
    Next[R] = Own + 1;
  }
  for (int P = 0; P < Pairs; ++P) {
    double V = (draw(2001) - 1000) / 1000.0;
    M.Column[Next[A[P]]] = B[P];
    M.Value[Next[A[P]]++] = V;
    M.Column[Next[B[P]]] = A[P];
    M.Value[Next[B[P]]++] = V;
  }
  free(A);
  free(B);
  free(Next);
  return M;
}

static void multiply(const struct Matrix *M, const double *X, double *Result) {
#pragma omp parallel for schedule(static)
  for (int R = 0; R < M->Rows; ++R) {
    double Sum = 0;
    for (int E = M->Begin[R]; E < M->Begin[R + 1]; ++E)
      Sum += M->Value[E] * X[M->Column[E]];
    Result[R] = Sum;
  }
}

static double dot(const double *X, const double *Y, int Size) {
  static double Parts[MostThreads * Apart];
  int Threads = 1;
#pragma omp parallel
  {
    double Sum = 0;
#pragma omp single
    Threads = omp_get_num_threads();
#pragma omp for schedule(static)
    for (int I = 0; I < Size; ++I)
      Sum += X[I] * Y[I];
    Parts[omp_get_thread_num() * Apart] = Sum;
  }
  double Sum = 0;
  for (int T = 0; T < Threads; ++T)
    Sum += Parts[T * Apart];
  return Sum;
}

static void scaleAndAdd(double Factor, double *Y, const double *X, int Size) {
#pragma omp parallel for schedule(static)
  for (int I = 0; I < Size; ++I)
    Y[I] = Factor * Y[I] + X[I];
}

static void add(double *X, double Factor, const double *Y, int Size) {
#pragma omp parallel for schedule(static)
  for (int I = 0; I < Size; ++I)
    X[I] += Factor * Y[I];
}

static double solve(const struct Matrix *M, double *X, const double *Right,
                    int Iterations) {
  int N = M->Rows;
  double *R = malloc(sizeof(double) * N), *P = malloc(sizeof(double) * N);
  double *Product = malloc(sizeof(double) * N);
  for (int I = 0; I < N; ++I) {
    X[I] = 0;
    R[I] = P[I] = Right[I];
  }
  double Old = dot(R, R, N);
  for (int I = 0; I < Iterations; ++I) {
    multiply(M, P, Product);
    double Step = Old / dot(P, Product, N);
    add(X, Step, P, N);
    add(R, -Step, Product, N);
    double Now = dot(R, R, N);
    scaleAndAdd(Now / Old, P, R, N);
    Old = Now;
  }
  free(R);
  free(P);
  free(Product);
  return dot(X, Right, N);
}

int main(int Count, char **Words) {
  int Threads = Count > 1 ? atoi(Words[1]) : 1;
  omp_set_num_threads(Threads < MostThreads ? Threads : MostThreads);
  int Rows = Count > 2 ? atoi(Words[2]) : 30000;
  int Iterations = Count > 3 ? atoi(Words[3]) : 25;
  struct Matrix M = build(Rows, Rows * 7);
  double *X = malloc(sizeof(double) * Rows);
  double *Right = malloc(sizeof(double) * Rows);
  double Sum = 0;
  for (int Outer = 0; Outer < 24; ++Outer) {
    for (int R = 0; R < Rows; ++R)
      Right[R] = 1 + (R + Outer) % 5;
    Sum += solve(&M, X, Right, Iterations) / (1 + Outer);
  }
  printf("%.7g\n", Sum);
  free(X);
  free(Right);
  free(M.Begin);
  free(M.Column);
  free(M.Value);
  return 0;
}

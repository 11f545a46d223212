// A naive product of matrices: rows of one with columns of the other. The
// column goes to another line at each step; the next column uses the same
// lines. Arguments: size, products.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

static void multiply(const double *A, const double *B, double *C, int N) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      double Sum = 0;
      for (int K = 0; K < N; ++K)
        Sum += A[(long)I * N + K] * B[(long)K * N + J];
      C[(long)I * N + J] = Sum;
    }
}

static void scale(double *C, int N) {
  double Largest = 1;
  for (long I = 0; I < (long)N * N; ++I)
    Largest = C[I] > Largest ? C[I] : Largest;
  for (long I = 0; I < (long)N * N; ++I)
    C[I] /= Largest;
}

int main(int Count, char **Words) {
  int N = Count > 1 ? atoi(Words[1]) : 300;
  int Products = Count > 2 ? atoi(Words[2]) : 50;
  double *M[3];
  for (int I = 0; I < 3; ++I)
    M[I] = malloc(sizeof(double) * N * N);
  for (long I = 0; I < (long)N * N; ++I) {
    M[0][I] = (double)(I * 31 % 17) / 17;
    M[1][I] = (double)(I * 17 % 31) / 31;
  }
  for (int P = 0; P < Products; ++P) {
    multiply(M[0], M[1], M[2], N);
    scale(M[2], N);
    double *First = M[0];
    M[0] = M[2];
    M[2] = First;
  }
  double Sum = 0;
  for (long I = 0; I < (long)N * N; ++I)
    Sum += M[0][I] * (double)(1 + I % 5);
  printf("%.9g\n", Sum);
  for (int I = 0; I < 3; ++I)
    free(M[I]);
  return 0;
}

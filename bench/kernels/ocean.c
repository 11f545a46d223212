// Currents in an ocean: in each step tendencies from several fields, then an
// elliptic equation that is relaxed in red and black points until it is solved.
// Threads have bands of rows and read each other's edges; the fields are arrays
// of pointers to rows. Built with -fopenmp. Arguments: threads, side, steps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int N;

typedef double **Field;

static Field field(void) {
  Field F = (double **)malloc(sizeof(double *) * (N + 2));
  for (int J = 0; J < N + 2; ++J)
    F[J] = calloc(N + 2, sizeof(double));
  return F;
}

static void release(Field F) {
  for (int J = 0; J < N + 2; ++J)
    free(F[J]);
  free((void *)F);
}

static double laplace(Field F, int I, int J) {
  return F[J][I - 1] + F[J][I + 1] + F[J - 1][I] + F[J + 1][I] - 4 * F[J][I];
}

// Returns how the flow along Stream carries Of.
static double carried(Field Stream, Field Of, int I, int J) {
  double Along = Stream[J + 1][I] - Stream[J - 1][I];
  double Across = Stream[J][I - 1] - Stream[J][I + 1];
  return 0.25 * (Along * (Of[J][I + 1] - Of[J][I - 1]) +
                 Across * (Of[J + 1][I] - Of[J - 1][I]));
}

static void tendencies(Field Stream, Field Spin, Field Change, Field Wind) {
#pragma omp parallel for schedule(static)
  for (int J = 1; J <= N; ++J)
    for (int I = 1; I <= N; ++I)
      Change[J][I] = Wind[J][I] - carried(Stream, Spin, I, J) -
                     0.02 * (Stream[J][I + 1] - Stream[J][I - 1]) +
                     0.05 * laplace(Spin, I, J) - 0.01 * Spin[J][I];
}

static void advance(Field Spin, Field Change, double Time) {
#pragma omp parallel for schedule(static)
  for (int J = 1; J <= N; ++J)
    for (int I = 1; I <= N; ++I)
      Spin[J][I] += Time * Change[J][I];
}

// One sweep over both colours; returns the largest change.
static double relax(Field Stream, Field Spin) {
  double Largest = 0;
  for (int Colour = 0; Colour < 2; ++Colour) {
#pragma omp parallel for schedule(static) reduction(max : Largest)
    for (int J = 1; J <= N; ++J)
      for (int I = 1 + (J + Colour) % 2; I <= N; I += 2) {
        double Change = 0.25 * (laplace(Stream, I, J) - Spin[J][I]);
        Stream[J][I] += 1.7 * Change;
        Largest = fmax(Largest, fabs(Change));
      }
  }
  return Largest;
}

int main(int Count, char **Words) {
  omp_set_num_threads(Count > 1 ? atoi(Words[1]) : 1);
  N = Count > 2 ? atoi(Words[2]) : 254;
  int Steps = Count > 3 ? atoi(Words[3]) : 60;
  Field Stream = field(), Spin = field(), Change = field(), Wind = field();
  for (int J = 1; J <= N; ++J)
    for (int I = 1; I <= N; ++I)
      Wind[J][I] = 1e-5 * sin(6.283185307179586 * J / N) * (1 + I % 3);
  long Sweeps = 0;
  for (int S = 0; S < Steps; ++S) {
    tendencies(Stream, Spin, Change, Wind);
    advance(Spin, Change, 0.5);
    for (int R = 0; R < 40; ++R) {
      ++Sweeps;
      if (relax(Stream, Spin) < 1e-5)
        break;
    }
  }
  double Sum = 0;
  for (int J = 1; J <= N; ++J)
    for (int I = 1; I <= N; ++I)
      Sum += fabs(Stream[J][I]) * (1 + I % 4) + Spin[J][I];
  printf("%ld %.7g\n", Sweeps, Sum);
  release(Stream);
  release(Spin);
  release(Change);
  release(Wind);
  return 0;
}

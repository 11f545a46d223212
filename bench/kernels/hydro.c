// Waves in a basin: two-dimensional loops in Fortran's manner over eleven
// arrays of a structure of its own each, many of which are read at four or five
// places for each point. Unit strides; more than the first level, less than the
// second. Arguments: points of a side, steps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int N;
#define AT(A, I, J) ((A)[(size_t)(J) * (N + 2) + (I)])

static double *Height, *NewHeight, *FluxX, *FluxY, *SpeedX, *SpeedY, *Pressure,
    *Energy, *Depth, *ForceX, *ForceY;

static double *field(void) {
  return calloc((size_t)(N + 2) * (N + 2), sizeof(double));
}

static void begin(void) {
  double **All[] = {&Height,   &NewHeight, &FluxX, &FluxY,  &SpeedX, &SpeedY,
                    &Pressure, &Energy,    &Depth, &ForceX, &ForceY};
  for (unsigned I = 0; I < sizeof All / sizeof *All; ++I)
    *All[I] = field();
  for (int J = 0; J < N + 2; ++J)
    for (int I = 0; I < N + 2; ++I) {
      double X = (I - N / 2) / (double)N, Y = (J - N / 3) / (double)N;
      AT(Depth, I, J) = 1.0 + 0.2 * X * Y;
      AT(Height, I, J) = 0.1 * exp(-40 * (X * X + Y * Y));
    }
}

static void fluxes(void) {
  for (int J = 1; J <= N; ++J)
    for (int I = 1; I <= N; ++I) {
      double Here = AT(Depth, I, J) + AT(Height, I, J);
      double Left = AT(Depth, I - 1, J) + AT(Height, I - 1, J);
      double Below = AT(Depth, I, J - 1) + AT(Height, I, J - 1);
      AT(FluxX, I, J) = 0.5 * (Here + Left) * AT(SpeedX, I, J);
      AT(FluxY, I, J) = 0.5 * (Here + Below) * AT(SpeedY, I, J);
      AT(Energy, I, J) = 0.5 * Here *
                         (AT(SpeedX, I, J) * AT(SpeedX, I, J) +
                          AT(SpeedY, I, J) * AT(SpeedY, I, J));
    }
}

static void pressures(void) {
  for (int J = 1; J <= N; ++J)
    for (int I = 1; I <= N; ++I)
      AT(Pressure, I, J) = 9.81 * AT(Height, I, J) +
                           0.01 * (AT(Energy, I, J) - AT(Energy, I - 1, J));
}

static void forces(double Step) {
  for (int J = 1; J <= N; ++J)
    for (int I = 1; I <= N; ++I) {
      AT(ForceX, I, J) =
          AT(Pressure, I - 1, J) - AT(Pressure, I, J) - 0.02 * AT(SpeedX, I, J);
      AT(ForceY, I, J) =
          AT(Pressure, I, J - 1) - AT(Pressure, I, J) - 0.02 * AT(SpeedY, I, J);
    }
  for (int J = 2; J < N; ++J)
    for (int I = 2; I < N; ++I) {
      AT(SpeedX, I, J) += Step * AT(ForceX, I, J);
      AT(SpeedY, I, J) += Step * AT(ForceY, I, J);
    }
}

static void move(double Step) {
  for (int J = 1; J < N; ++J)
    for (int I = 1; I < N; ++I)
      AT(NewHeight, I, J) =
          AT(Height, I, J) - Step * (AT(FluxX, I + 1, J) - AT(FluxX, I, J) +
                                     AT(FluxY, I, J + 1) - AT(FluxY, I, J));
  double *Old = Height;
  Height = NewHeight;
  NewHeight = Old;
}

int main(int Count, char **Words) {
  N = Count > 1 ? atoi(Words[1]) : 150;
  int Steps = Count > 2 ? atoi(Words[2]) : 6000;
  begin();
  for (int S = 0; S < Steps; ++S) {
    pressures();
    forces(0.05);
    fluxes();
    move(0.05);
  }
  double Sum = 0;
  for (int J = 0; J < N + 2; ++J)
    for (int I = 0; I < N + 2; ++I)
      Sum += fabs(AT(Height, I, J)) * (1 + I % 7 + J % 5);
  printf("%.9g\n", Sum);
  double *All[] = {Height,   NewHeight, FluxX, FluxY,  SpeedX, SpeedY,
                   Pressure, Energy,    Depth, ForceX, ForceY};
  for (unsigned I = 0; I < sizeof All / sizeof *All; ++I)
    free(All[I]);
  return 0;
}

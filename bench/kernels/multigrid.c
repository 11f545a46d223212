// Poisson's equation in a cube by V cycles: on each level there are two sweeps,
// the residual is restricted to a grid of half the side, and the result is
// interpolated. Stencils of 7 and 27 points, strides of one, a row and a layer.
// Arguments: levels, cycles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Most = 10 };

// Points 0 and Side + 1 are the border.
struct Grid {
  int Side;
  double *X, *Right, *Residual;
};

static struct Grid Levels[Most];

static size_t at(const struct Grid *G, int I, int J, int K) {
  size_t Row = (size_t)G->Side + 2;
  return ((size_t)K * Row + J) * Row + I;
}

static double *field(int Side) {
  size_t Row = (size_t)Side + 2;
  return calloc(Row * Row * Row, sizeof(double));
}

static double neighbours(const struct Grid *G, size_t P) {
  size_t Row = (size_t)G->Side + 2, Layer = Row * Row;
  const double *X = G->X;
  return X[P - 1] + X[P + 1] + X[P - Row] + X[P + Row] + X[P - Layer] +
         X[P + Layer];
}

static void sweep(struct Grid *G) {
  for (int Colour = 0; Colour < 2; ++Colour)
    for (int K = 1; K <= G->Side; ++K)
      for (int J = 1; J <= G->Side; ++J)
        for (int I = 1 + (J + K + Colour) % 2; I <= G->Side; I += 2) {
          size_t P = at(G, I, J, K);
          G->X[P] = (neighbours(G, P) + G->Right[P]) / 6;
        }
}

static void residual(struct Grid *G) {
  for (int K = 1; K <= G->Side; ++K)
    for (int J = 1; J <= G->Side; ++J)
      for (int I = 1; I <= G->Side; ++I) {
        size_t P = at(G, I, J, K);
        G->Residual[P] = G->Right[P] + neighbours(G, P) - 6 * G->X[P];
      }
}

static double weighted(const struct Grid *G, size_t P) {
  size_t Row = (size_t)G->Side + 2, Layer = Row * Row;
  double Sum = 0;
  for (int Z = -1; Z <= 1; ++Z)
    for (int Y = -1; Y <= 1; ++Y)
      for (int X = -1; X <= 1; ++X) {
        static const double Weights[4] = {0.125, 0.0625, 0.03125, 0.015625};
        size_t Q = P + (size_t)(Z * (long)Layer + Y * (long)Row + X);
        Sum += Weights[abs(X) + abs(Y) + abs(Z)] * G->Residual[Q];
      }
  return Sum;
}

static void restrictTo(const struct Grid *Fine, struct Grid *Coarse) {
  for (int K = 1; K <= Coarse->Side; ++K)
    for (int J = 1; J <= Coarse->Side; ++J)
      for (int I = 1; I <= Coarse->Side; ++I) {
        size_t P = at(Coarse, I, J, K);
        Coarse->Right[P] = 4 * weighted(Fine, at(Fine, 2 * I, 2 * J, 2 * K));
        Coarse->X[P] = 0;
      }
}

static void interpolate(const struct Grid *Coarse, struct Grid *Fine) {
  for (int K = 1; K <= Fine->Side; ++K)
    for (int J = 1; J <= Fine->Side; ++J)
      for (int I = 1; I <= Fine->Side; ++I) {
        double Sum = 0;
        for (int Corner = 0; Corner < 8; ++Corner)
          Sum +=
              Coarse
                  ->X[at(Coarse, (I + (Corner & 1)) / 2,
                         (J + (Corner >> 1 & 1)) / 2, (K + (Corner >> 2)) / 2)];
        Fine->X[at(Fine, I, J, K)] += Sum / 8;
      }
}

static void cycle(int Level) {
  struct Grid *G = &Levels[Level];
  if (Level == 0) {
    for (int S = 0; S < 8; ++S)
      sweep(G);
    return;
  }
  sweep(G);
  sweep(G);
  residual(G);
  restrictTo(G, &Levels[Level - 1]);
  cycle(Level - 1);
  interpolate(&Levels[Level - 1], G);
  sweep(G);
}

int main(int Count, char **Words) {
  int Used = Count > 1 ? atoi(Words[1]) : 6;
  int Cycles = Count > 2 ? atoi(Words[2]) : 16;
  for (int L = 0; L < Used && L < Most; ++L) {
    int Side = (4 << L) - 1;
    Levels[L] = (struct Grid){Side, field(Side), field(Side), field(Side)};
  }
  struct Grid *Top = &Levels[Used - 1];
  for (int I = 0; I < 20; ++I)
    Top->Right[at(Top, 1 + I * 37 % Top->Side, 1 + I * 17 % Top->Side,
                  1 + I * 29 % Top->Side)] = I % 2 ? 1 : -1;
  for (int C = 0; C < Cycles; ++C)
    cycle(Used - 1);
  residual(Top);
  double Sum = 0, Left = 0;
  for (int I = 1; I <= Top->Side; ++I)
    for (int J = 1; J <= Top->Side; ++J) {
      Sum += Top->X[at(Top, I, J, 1 + (I + J) % Top->Side)] * (I + 2 * J);
      Left += fabs(Top->Residual[at(Top, I, J, I)]);
    }
  printf("%.7g %d\n", Sum, Left < 1e-3);
  for (int L = 0; L < Used; ++L) {
    free(Levels[L].X);
    free(Levels[L].Right);
    free(Levels[L].Residual);
  }
  return 0;
}

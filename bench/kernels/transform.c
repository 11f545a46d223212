// Fast Fourier transforms, in place: first the numbers change places by
// reversed bits, then pairs at distances of all powers of two are combined.
// Large powers of two as strides fall into few sets of a cache. Arguments:
// logarithm of the size, transforms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct Complex {
  double Re, Im;
};

static struct Complex *Roots; // of half the size

static void makeRoots(long Size) {
  Roots = malloc(sizeof *Roots * (Size / 2));
  for (long I = 0; I < Size / 2; ++I) {
    double Angle = 6.283185307179586 * (double)I / (double)Size;
    Roots[I] = (struct Complex){cos(Angle), sin(Angle)};
  }
}

static void reverse(struct Complex *X, long Size) {
  for (long I = 1, J = 0; I < Size; ++I) {
    long Bit = Size / 2;
    for (; J & Bit; Bit /= 2)
      J ^= Bit;
    J ^= Bit;
    if (I < J) {
      struct Complex Saved = X[I];
      X[I] = X[J];
      X[J] = Saved;
    }
  }
}

// Sign: 1 or -1, backwards.
static void transform(struct Complex *X, long Size, double Sign) {
  reverse(X, Size);
  for (long Half = 1; Half < Size; Half *= 2) {
    long Step = Size / (2 * Half);
    for (long Begin = 0; Begin < Size; Begin += 2 * Half)
      for (long I = 0; I < Half; ++I) {
        struct Complex W = Roots[I * Step];
        struct Complex *A = &X[Begin + I], *B = A + Half;
        double Re = W.Re * B->Re - Sign * W.Im * B->Im;
        double Im = W.Re * B->Im + Sign * W.Im * B->Re;
        B->Re = A->Re - Re;
        B->Im = A->Im - Im;
        A->Re += Re;
        A->Im += Im;
      }
  }
}

int main(int Count, char **Words) {
  long Size = 1l << (Count > 1 ? atoi(Words[1]) : 16);
  int Transforms = Count > 2 ? atoi(Words[2]) : 480;
  struct Complex *X = malloc(sizeof *X * Size);
  makeRoots(Size);
  for (long I = 0; I < Size; ++I)
    X[I] = (struct Complex){(double)(I * 31 % 101) / 101, 0};
  for (int T = 0; T < Transforms; ++T) {
    transform(X, Size, T % 2 ? -1 : 1);
    if (T % 2)
      for (long I = 0; I < Size; ++I) {
        X[I].Re /= (double)Size;
        X[I].Im /= (double)Size;
      }
  }
  double Sum = 0;
  for (long I = 0; I < Size; ++I)
    Sum += X[I].Re * (double)(1 + I % 9) + fabs(X[I].Im);
  printf("%.6g\n", Sum);
  free(X);
  free(Roots);
  return 0;
}

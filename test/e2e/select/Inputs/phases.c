// Does what each letter of its argument says, in its order: s, a small table again
// and again; l, a large one from its beginning to its end; r, places of another
// one at random; c, columns of a matrix whose rows are 4160 bytes apart.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

static double *small, *large, *others, *matrix;
enum { Small = 6000, Large = 3000000, Others = 600000, Rows = 2000, Columns = 520 };

static double sweep(double *At, long Count, long Step, long Rounds) {
  double Sum = 0;
  for (long R = 0; R < Rounds; ++R)
    for (long I = 0; I < Count; I += Step)
      Sum += At[I] += 1;
  return Sum;
}

static double jump(long Times) {
  unsigned long State = 1;
  double Sum = 0;
  for (long I = 0; I < Times; ++I) {
    State = State * 6364136223846793005ul + 1442695040888963407ul;
    Sum += others[(State >> 33) % Others] += 1;
  }
  return Sum;
}

static double columns(long Rounds) {
  double Sum = 0;
  for (long R = 0; R < Rounds; ++R)
    for (long C = 0; C < Columns; ++C)
      for (long Row = 0; Row < Rows; ++Row)
        Sum += matrix[Row * Columns + C] += 1;
  return Sum;
}

int main(int argc, char **argv) {
  small = calloc(Small, sizeof(double));
  large = calloc(Large, sizeof(double));
  others = calloc(Others, sizeof(double));
  matrix = calloc(Rows * Columns, sizeof(double));
  double Sum = 0;
  for (const char *At = argc > 1 ? argv[1] : "sl"; *At; ++At) {
    if (*At == 's')
      Sum += sweep(small, Small, 1, 4000);
    if (*At == 'l')
      Sum += sweep(large, Large, 8, 50);
    if (*At == 'r')
      Sum += jump(12000000);
    if (*At == 'c')
      Sum += columns(12);
  }
  printf("%g\n", Sum);
}

// The matrix with a line of padding after each row.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../common.h"

enum { COLUMNS = 512 + 8 };
static double matrix[256][COLUMNS];

int main(int argc, char **argv) {
  size_t rounds = size_argument(argc, argv, 20);
  for (size_t row = 0; row < 256; ++row)
    for (size_t column = 0; column < 512; ++column)
      matrix[row][column] = (double)((row * 31 + column * 17) % 101);
  double sum = 0;
  for (size_t round = 0; round < rounds; ++round)
    for (size_t column = 0; column < 512; ++column) {
      double of_column = 0;
      for (size_t row = 0; row < 256; ++row)
        of_column += matrix[row][column];
      sum += of_column * (double)(column % 7);
    }
  return print_checksum(rounds, (uint64_t)sum);
}

// Two arrays are walked along their columns by one function, and then read at
// random with one index by another. To exchange the loops saves more than to
// join the arrays, and is one change for both.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t && %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null
// RUN: cd %t && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// CHECK-NOT: join
// CHECK: 1. {{[0-9.]*}} % of L1 misses: Grid::{{East|North}}, Grid::{{East|North}} (each array: 65.5 K double of 8 B), strided {{.*}}, most at {{[^ ]*}}cpp:{{29|30}}.
// CHECK-SAME: Each step of +2048 B is another line: walk it along its elements (exchange the loops, or transpose it), in one function for all; saves about
// CHECK-NOT: join

#include <cstdio>
#include <vector>

class Grid {
  static constexpr int Rows = 256, Columns = 256;
  std::vector<double> East, North;

public:
  Grid() : East(Rows * Columns), North(Rows * Columns) {}
  __attribute__((noinline)) void slope(double Scale);
  __attribute__((noinline)) double at(const std::vector<unsigned> &Places);
};

void Grid::slope(double Scale) {
  for (int C = 0; C != Columns; ++C)
    for (int R = 0; R != Rows; ++R) {
      East[R * Columns + C] = Scale * C;
      North[R * Columns + C] = Scale * R;
    }
}

double Grid::at(const std::vector<unsigned> &Places) {
  double Sum = 0;
  for (unsigned P : Places)
    Sum += East[P] * North[P];
  return Sum;
}

int main() {
  Grid G;
  std::vector<unsigned> Places(30000);
  unsigned long State = 88172645463325252;
  for (unsigned &P : Places) {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    P = unsigned(State >> 30) % 65536;
  }
  double Sum = 0;
  for (int I = 0; I != 12; ++I) {
    G.slope(I);
    Sum += G.at(Places);
  }
  printf("%g\n", Sum);
}

// A round writes one grid from another and copies it back. The two vectors may
// change places; a table that is copied to a scratch array each time may not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t && %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null
// RUN: cd %t && %memfacet report --findings --all | tr -s '\n ' ' ' > all && FileCheck %s < all
// RUN: cd %t && FileCheck %s --check-prefix=TABLE < all
// CHECK: Solver::Next (array: 65.5 K double of 8 B), sequential
// CHECK-SAME: It is written and then copied as a whole to Solver::Now, 20 times: let the two change places (swap the pointers or vectors); saves
// TABLE-NOT: copied as a whole to Solver::Scratch

#include <cstdio>
#include <cstring>
#include <vector>

class Solver {
  static constexpr int Cells = 65536;
  std::vector<double> Now, Next, Table, Scratch;

public:
  Solver() : Now(Cells, 1), Next(Cells), Table(Cells, 2), Scratch(Cells) {}
  __attribute__((noinline)) void round(int Number);
  double sum() const { return Now[Cells / 2] + Scratch[7]; }
};

void Solver::round(int Number) {
  memcpy(Scratch.data(), Table.data(), Cells * sizeof(double));
  Scratch[Number] += Number;
  for (int C = 1; C + 1 < Cells; ++C)
    Next[C] = 0.5 * Now[C] + 0.25 * (Now[C - 1] + Now[C + 1] + Scratch[C]);
  Now = Next;
}

int main() {
  Solver S;
  for (int I = 0; I != 20; ++I)
    S.round(I);
  printf("%g\n", S.sum());
}

// Three arrays are accessed at random with the same index: they are worth
// joining, unless each of them is read by itself elsewhere.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog alone 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=ALONE
// RUN: cd %t && %memfacet report --findings --json | %python -c "import json, sys; \
// RUN:   assert all(f['change'] != 'join' for f in json.load(sys.stdin))"
// CHECK: 1. {{9[0-9.]+|100.0}} % of L1 misses
// CHECK: {{[XYZ], [XYZ], [XYZ]}} (each array: 131 K
// CHECK: join them to an array of structs of 24 B
// CHECK-NOT: {{^}} 2.
// ALONE: 1. 3
// ALONE-NOT: join them

#include <cstdio>
#include <vector>

static double sum(const std::vector<double> &Numbers) {
  double Sum = 0;
  for (double Number : Numbers)
    Sum += Number;
  return Sum;
}

int main(int Arguments, char **) {
  constexpr unsigned Numbers = 1 << 17;
  std::vector<double> X(Numbers, 1), Y(Numbers, 2), Z(Numbers, 3);
  double Sum = 0;
  unsigned Place = 1;
  for (unsigned I = 0; I != Numbers; ++I) {
    Place = Place * 1664525 + 1013904223;
    Sum += X[Place >> 15] * Y[Place >> 15] + Z[Place >> 15];
  }
  for (int Round = 0; Arguments > 1 && Round != 10; ++Round)
    Sum += sum(X) + sum(Y) + sum(Z);
  std::printf("%.0f\n", Sum);
}

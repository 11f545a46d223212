// A walk along a vector uses two members of 120 bytes. The text, which is
// cleared once by many wide stores, has as many accesses as members that are
// used, but few uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=512K,8' -- ./prog 2> /dev/null
// RUN: cd %t && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// CHECK: 1. {{[0-9.]+}} % of L1 misses{{.*}}: Orders (
// CHECK-SAME: 12 of its 120 bytes have {{[0-9.]+}} % of the accesses (Price,
// CHECK-SAME: Amount): move the others elsewhere

#include <cstdio>
#include <vector>

struct Order {
  int Number;
  double Price;
  char Note[100];
  int Amount;
};

int main() {
  std::vector<Order> Orders;
  for (int I = 0; I != 20000; ++I)
    Orders.push_back({I, I * 0.5, "", I % 7});
  double Sum = 0;
  for (int Round = 0; Round != 20; ++Round)
    for (const Order &O : Orders)
      Sum += O.Price * O.Amount;
  std::printf("%f\n", Sum);
}

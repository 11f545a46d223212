// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copies.h"
#include <cstdio>

int main(int Count, char **) {
  int Sum = 0;
  for (int I = 0; I < 100; ++I) {
    Virtual *V = newVirtual(), *W = new Virtual;
    V->X = I, W->X = Count;
    Sum += useAll(I) + V->value() + W->value() + other(I);
    delete V;
    delete W;
  }
  std::printf("%d\n", Sum);
}

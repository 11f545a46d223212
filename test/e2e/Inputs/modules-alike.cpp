// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "modules-alike.h"

void increaseThere(int Times) {
  for (int I = 0; I < Times; ++I) {
    Shared = -I;
    Counter<long>::Count = -I;
  }
}

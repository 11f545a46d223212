// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "modules.h"
#include <stdio.h>

volatile int OfMain[100];

int main(void) {
  for (int I = 0; I < 100; ++I)
    OfMain[I] = I;
  struct item *List = 0;
  for (int I = 0; I < 50; ++I)
    List = addItem(List, I);
  printf("%d\n", sumOf(List));
  return 0;
}

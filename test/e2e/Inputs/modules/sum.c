// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "modules.h"

static volatile int Calls[1];

int sumOf(struct item *List) {
  int Sum = 0;
  for (; List; List = List->Next) {
    Calls[0] = 1;
    Sum += List->Value;
  }
  return Sum;
}

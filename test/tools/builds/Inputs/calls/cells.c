// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cells.h"

volatile int cells[CELLS];

void fill(void) {
  for (int i = 0; i < CELLS; ++i)
    cells[i] = i;
}

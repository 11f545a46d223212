// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cells.h"

int main(void) {
  fill();
  return 3;
}

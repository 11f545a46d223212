// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
export module shapes;
export volatile int cells[64];
export void fill() {
  for (int i = 0; i < 64; ++i)
    cells[i] = i;
}

/* Each of its programs writes 64 cells and returns 3. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
volatile int cells[64];

int main(void) {
  for (int i = 0; i < 64; ++i)
    cells[i] = i;
  return 3;
}

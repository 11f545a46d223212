/* Works until there is a file called stop. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <unistd.h>

volatile int Cells[1000];

int main(void) {
  while (access("stop", F_OK) != 0)
    for (int I = 0; I < 1000000; ++I)
      Cells[I % 1000] = I;
}

// Is linked with the library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>

volatile int Own[7];
void work(void);

int main(void) {
  for (int I = 0; I < 7; ++I) {
    Own[I] = I;
    work();
  }
  puts("done");
  return 0;
}

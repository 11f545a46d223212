// Memory that a library allocates for itself is that library's, the buffers of
// stdio the C library's; what it only makes larger stays the program's.
//
// RUN: mkdir -p %t.folder
// RUN: %clang -O2 -fPIC -shared %S/../Inputs/keeps.c -o %t.folder/libkeeps.so
// RUN: %memfacet-clang -O1 -g %s -L%t.folder -lkeeps -Wl,-rpath,%t.folder -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog > %t.out
// RUN: %expect %t.mfp --all 's("[library libkeeps.so]").objects == 1' \
// RUN:   's("[library libkeeps.so]").peak_bytes == 400' \
// RUN:   's("[library libkeeps.so]").stores == 100' \
// RUN:   's("[library libc.so.6]").objects == 1' \
// RUN:   's("[library libc.so.6]").stores > 50' \
// RUN:   's("Mine").objects == 1' 's("Mine").loads == 1' \
// RUN:   's("Mine").bytes == 40000' 's("[library]").objects == 0'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

int *makeNumbers(int Count);
int *growNumbers(int *Old, int Count);

int main(void) {
  volatile int *Numbers = makeNumbers(100);
  for (int I = 0; I != 100; ++I)
    Numbers[I] = I;
  int *Mine = malloc(10 * sizeof(int));
  volatile int *Larger = growNumbers(Mine, 10000);
  int Last = Larger[9999];
  for (int I = 0; I != 50; ++I)
    putchar_unlocked('a' + (Last & 0));
  putchar_unlocked('\n');
}

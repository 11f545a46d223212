// A caller puts arguments on the stack where an array of variable length was,
// and the array begins there again. Neither is counted as the other.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %memfacet record --complete -o %t.complete.mfp -- %t.prog
// RUN: %expect %t.mfp 'Array.stores == 200' 'Array.loads == 200' \
// RUN:   'Varying.stores == 200' 'Varying.loads == 200'
// RUN: %expect %t.complete.mfp 'Array.stores == 200' 'Array.loads == 200' \
// RUN:   'Varying.stores == 200' 'Varying.loads == 200'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdarg.h>
#include <string.h>

__attribute__((noinline)) static long sum(int Count, ...) {
  va_list All;
  va_start(All, Count);
  long Sum = 0;
  for (int I = 0; I != Count; ++I)
    Sum += va_arg(All, long);
  va_end(All);
  return Sum;
}

int main(int Count, char **Arguments) {
  long Sum = 0;
  for (unsigned I = 0; I != 100; ++I) {
    {
      unsigned N = Count + 7;
      short Array[N];
      memset(Array, 0, sizeof Array);
      Array[I % N] -= I;
      Sum += Array[(I + 1) % N];
    }
    Sum += sum(9, 0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    {
      unsigned N = 1 + I % 70;
      short Varying[N];
      memset(Varying, 0, sizeof Varying);
      Varying[I % N] -= I;
      Sum += Varying[(I + 1) % N];
    }
    Sum += sum(8, 0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }
  return Sum == 0;
}

// A variadic function keeps the arguments that came in registers in its frame,
// where no variable is. A local of a function that returned before lay there:
// what va_arg reads is not that local's.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" --accesses-of-complete -- %t | FileCheck %s
// RUN: %memfacet-clang -O2 -mno-sse -g -DINTEGERS %s -o %t
// RUN: %python %S/Inputs/compare-runs.py %memfacet %t.selected.mfp %t.complete.mfp \
// RUN:   --cache "L1=32K,8;L2=64K,8" --accesses-of-complete -- %t | FileCheck %s
// CHECK: structures: {{[1-9][0-9]*}}, equal
// CHECK: places: {{[1-9][0-9]*}}, equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdarg.h>

#ifdef INTEGERS
typedef long number;
#else
typedef double number;
#endif

__attribute__((noinline)) static long read_all(long *at, long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i)
    sum += at[i];
  return sum;
}

__attribute__((noinline)) static long local(long n) {
  long buffer[48];
  for (long i = 0; i < 48; ++i)
    buffer[i] = i * n;
  return read_all(buffer, 48);
}

__attribute__((noinline)) static long add(int count, ...) {
  va_list list;
  long sum = 0;
  va_start(list, count);
  for (int i = 0; i < count; ++i)
    sum += va_arg(list, long) + (long)va_arg(list, number);
  va_end(list);
  return sum;
}

#ifdef INTEGERS
#define ADD(N) add(2, N, 2L, 3L, 4L)
#else
#define ADD(N) add(4, N, 1.0, 2L, 3.0, 3L, 4.0, 5L, 6.0)
#endif

int main(void) {
  long sum = 0;
  for (long i = 0; i < 10; ++i)
    sum += local(i) + ADD(i);
  return sum == 0;
}

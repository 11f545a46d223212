// Code of the program that a library calls back counts as it does elsewhere:
// the program counts its calls itself. qsort reads and writes its array once.
// Calls through pointers, with arguments of any number and kind, are calls.
//
// RUN: %clang -O1 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: for Level in -O0 -O2 "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang $Level -U__OPTIMIZE__ -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   Calls=$(sed -n 's/^sorted by \([0-9]*\) .*/\1/p' %t.out) && \
// RUN:   Steps=$(sed -n 's/.*found in \([0-9]*\) .*/\1/p' %t.out) && \
// RUN:   %expect %t.mfp \
// RUN:     "Sorted.stores == 500 + 1" "Sorted.loads == 1 + 2 * $Calls + $Steps" \
// RUN:     "Compared.stores == $Calls" "Wanted.loads == $Steps" \
// RUN:     'Odd.stores == 250' 'Even.stores == 250' \
// RUN:     'Whole.stores == 3 * 100' 'Real.stores == 3 * 100' \
// RUN:     'Exited.stores == 7' || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
//
// CHECK: sorted by {{[0-9]+}} calls, found in {{[0-9]+}} steps
// CHECK: 600 and 450.0
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int Sorted[500];
volatile int Compared[1], Wanted[1] = {123}, Odd[1], Even[1], Whole[1];
volatile double Real[1];
volatile int Exited[7];

static int compare(const void *A, const void *B) {
  Compared[0] = 1;
  int Left = *(const volatile int *)A, Right = *(const volatile int *)B;
  return (Left > Right) - (Left < Right);
}

static long Calls;
static int compareAndCount(const void *A, const void *B) {
  ++Calls;
  return compare(A, B);
}

static long Steps;
static int look(const void *Key, const void *Element) {
  ++Steps;
  int Left = *(const volatile int *)Key;
  int Right = *(const volatile int *)Element;
  return (Left > Right) - (Left < Right);
}

static void odd(int I) { Odd[0] = I; }
static void even(int I) { Even[0] = I; }

static void add(int Count, ...) {
  va_list Arguments;
  va_start(Arguments, Count);
  for (int I = 0; I != Count; ++I) {
    Whole[0] += va_arg(Arguments, int);
    Real[0] += va_arg(Arguments, double);
  }
  va_end(Arguments);
}

static void atEnd(void) {
  for (int I = 0; I != 7; ++I)
    Exited[I] = 1;
}

int main(void) {
  void (*Turns[2])(int) = {even, odd};
  for (int I = 0; I != 500; ++I) {
    ((volatile int *)Sorted)[I] = I * 7919 % 500;
    Turns[I % 2](I);
  }
  qsort(Sorted, 500, sizeof(int), compareAndCount);
  void *Found = bsearch((void *)Wanted, Sorted, 500, sizeof(int), look);
  if (Found != &Sorted[123])
    return 1;
  printf("sorted by %ld calls, found in %ld steps\n", Calls, Steps);
  void (*volatile Variadic)(int, ...) = add;
  for (int I = 0; I != 100; ++I)
    Variadic(3, 1, 0.5, 2, 1.5, 3, 2.5);
  printf("%d and %.1f\n", Whole[0], Real[0]);
  atexit(atEnd);
  return 0;
}

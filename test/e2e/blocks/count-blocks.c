// A program that counts its blocks tells the same executions as its records,
// block by block, and with a counter for every block the same vectors:
// interrupted loops, recursion, jumps out of calls, computed jumps, an exit in
// the middle of everything.
//
// RUN: %memfacet-clang -O2 -g %s -o %t.recorded
// RUN: %memfacet-clang --count-blocks -O2 -g %s -o %t.counted
// RUN: %memfacet-clang --count-blocks --memfacet-count-each -O2 -g %s \
// RUN:   -o %t.each
// RUN: %memfacet record --blocks --interval 20K -o %t.recorded.mfp \
// RUN:   -- %t.recorded || test $? = 7
// RUN: for Way in counted each; do \
// RUN:   %memfacet record --interval 20K -o %t.$Way.mfp -- %t.$Way || \
// RUN:     test $? = 7 || exit 1; done
// RUN: for Way in recorded counted each; do \
// RUN:   %memfacet blocks --json %t.$Way.mfp > %t.$Way.json || exit 1; done
// RUN: %python %S/../reference/same_blocks.py %t.recorded.json %t.counted.json \
// RUN:   | FileCheck %s
// RUN: %python %S/../reference/same_blocks.py %t.each.json %t.counted.json vectors
//
// The second program was built for another kind of code, as libraries are.
//
// RUN: %memfacet-clang --count-blocks -O2 -g -fPIC %s -o %t.pic
// RUN: %memfacet record --interval 20K -o %t.pic.mfp -- %t.pic || test $? = 7
// RUN: %memfacet blocks --json %t.pic.mfp > %t.pic.json
// RUN: %python %S/../reference/same_blocks.py %t.pic.json %t.counted.json vectors
//
// CHECK: recorded counted: {{[0-9]+}} counts are the same
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf Buffer;
static volatile long Sink;

__attribute__((noinline)) static long collatz(long N) {
  long Steps = 0;
  while (N != 1) {
    if (N % 2)
      N = 3 * N + 1;
    else
      N /= 2;
    ++Steps;
  }
  return Steps;
}

__attribute__((noinline)) static long ackermann(long M, long N) {
  if (M == 0)
    return N + 1;
  if (N == 0)
    return ackermann(M - 1, 1);
  return ackermann(M - 1, ackermann(M, N - 1));
}

__attribute__((noinline)) static void dig(int Depth) {
  Sink += Depth;
  if (Depth == 0)
    longjmp(Buffer, 1);
  dig(Depth - 1);
  Sink += Depth; // never
}

__attribute__((noinline)) static long machine(const char *Code) {
  static void *Where[] = {&&Add, &&Double, &&Stop};
  long Value = 1;
  goto *Where[*Code - '0'];
Add:
  Value += 3;
  goto *Where[*++Code - '0'];
Double:
  Value = Value * 2 % 1000003;
  goto *Where[*++Code - '0'];
Stop:
  return Value;
}

__attribute__((noinline)) static void nested(void) {
  for (int I = 0; I < 60; ++I)
    for (int J = 0; J < I; ++J)
      for (int K = 0; K < J; ++K)
        if ((I ^ J ^ K) % 3 == 0)
          Sink += K;
}

__attribute__((noinline)) static int order(const void *A, const void *B) {
  int X = *(const int *)A, Y = *(const int *)B;
  if (X > 990)
    return (X > Y) - (X < Y);
  return X < Y ? -1 : X > Y;
}

__attribute__((noinline)) static void leave(int Depth) {
  switch (Depth) {
  case 0:
    exit(7);
  case 3:
    Sink += 2;
    break;
  default:
    Sink += 1;
  }
  for (int I = 0; I < 3; ++I)
    leave(Depth - 1);
}

int main(void) {
  for (long N = 1; N < 3000; ++N)
    Sink += collatz(N);
  Sink += ackermann(2, 200);
  for (int I = 0; I < 20; ++I)
    if (setjmp(Buffer) == 0)
      dig(I);
  char Code[4001];
  for (int I = 0; I < 4000; ++I)
    Code[I] = (char)('0' + I % 7 % 2);
  Code[4000] = '2';
  Sink += machine(Code);
  nested();
  int Numbers[1000];
  for (int I = 0; I < 1000; ++I)
    Numbers[I] = (I * 7919) % 1000;
  qsort(Numbers, 1000, sizeof(int), order);
  Sink += Numbers[3];
  leave(6);
}

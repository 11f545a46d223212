// Arrays and other locals whose address is taken are structures of their own,
// by function and variable, also where callees access them; several instances
// are several objects. What is left without a return, or over, names nothing.
//
// RUN: for Level in -O0 -O1 -O2 "-O2 -flto" "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   %memfacet report --json %t.mfp > %t.json && \
// RUN:   %expect %t.json \
// RUN:     'Numbers.kind == "local" and Numbers.type == "int[64]"' \
// RUN:     'Numbers.named and Numbers.function == "sorted"' \
// RUN:     'Numbers.line == 67 and Numbers.file.endswith("locals.c")' \
// RUN:     'Numbers.element_bytes == 4 and Numbers.bytes == 256' \
// RUN:     'Numbers.objects == 1 and Numbers.stores == 64 + 1' \
// RUN:     'Numbers.loads == 2 * Compares.stores + 1 > 1' \
// RUN:     'Level.objects == 6 and Level.bytes == 6 * 64' \
// RUN:     'Level.peak_bytes == 6 * 64 and Level.stores == 6 * 16' \
// RUN:     'Level.loads == 6' \
// RUN:     'Row.kind == "local" and Row.objects == 3' \
// RUN:     'Row.stores == 10 + 20 + 30 and Row.loads == 3' \
// RUN:     'Row.bytes == 4 * 60 and Row.peak_bytes == 4 * 30' \
// RUN:     'Piece.kind == "local" and Piece.objects == 3' \
// RUN:     'Piece.stores == 3 * 20 and Piece.peak_bytes == 3 * 80' \
// RUN:     's("alloca").stores == 25 and s("alloca").line == 96' \
// RUN:     'One.stores == 1 + 1 and One.bytes == 4' \
// RUN:     'Copied.stores == 1 and Copied.L1.accesses == 4 + 4' \
// RUN:     'Copied.loads == 1' \
// RUN:     'Passed.kind == "local" and Passed.function == "byValue"' \
// RUN:     'Passed.stores == 32 + 2 and Passed.objects == 2' \
// RUN:     'Left.objects == 10 and Left.stores == 10 * 50' \
// RUN:     'Returned.objects == 10 and Returned.stores == 10 * 60' \
// RUN:     'First.stores == 8 * 40 and Second.stores == 8 * 41' \
// RUN:     's("[stack]").stores >= 20 * 70' \
// RUN:     'report["loss"]["unknown_words"] == 0' \
// RUN:   || exit 1; \
// RUN:   %memfacet simulate %t.mft -o %t.sim.mfp && \
// RUN:   %memfacet report --json %t.sim.mfp > %t.sim.json && \
// RUN:   diff %t.json %t.sim.json || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
// RUN: %memfacet report --all %t.mfp | FileCheck %s
//
// CHECK: Numbers {{ *}}local {{ *}}int[64] {{.*}}locals.c:67 sorted
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <alloca.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

volatile int Compares;
static jmp_buf Back;

NOINLINE static void fill(volatile int *To, int Count) {
  for (int I = 0; I < Count; ++I)
    To[I] = Count - I;
}
NOINLINE static int first(volatile int *From) { return From[0]; }

static int compare(const void *A, const void *B) {
  Compares = 1;
  return *(const volatile int *)A - *(const volatile int *)B;
}

NOINLINE static void sorted(void) {
  int Numbers[64];
  fill(Numbers, 64);
  qsort(Numbers, 64, sizeof *Numbers, compare);
}

NOINLINE static int deep(int Rest) {
  int Level[16];
  fill(Level, 16);
  int Below = Rest > 0 ? deep(Rest - 1) : 0;
  return Below + first(Level);
}

NOINLINE static int variable(int Count) {
  int Row[Count];
  fill(Row, Count);
  return first(Row);
}

/// All of them live until the function returns.
NOINLINE static void pieces(int Count) {
  int *Piece;
  for (int I = 0; I < 3; ++I) {
    Piece = alloca(Count * sizeof *Piece);
    fill(Piece, Count);
  }
}

NOINLINE static void unnamed(int Count) {
  fill(
      alloca(Count * sizeof(int)), Count);
}

NOINLINE static int scalar(void) {
  volatile int One = 3;
  fill(&One, 1);
  return 0;
}

static char Source[256];

NOINLINE static void copied(size_t Size) {
  _Alignas(64) char Copied[256];
  memcpy(Copied, Source, Size);
  __asm__ volatile("" : : "r"(Copied) : "memory");
  memcpy(Source, Copied, Size);
}

struct Big {
  int Fields[32];
};
NOINLINE static void byValue(struct Big Passed, int Count) {
  fill(Passed.Fields, Count);
}

/// The same memory, as far as it may be, without a name.
NOINLINE static void again(void) { fill((int[70]){0}, 70); }

NOINLINE static void leave(void) {
  int Left[50];
  fill(Left, 50);
  longjmp(Back, 1);
}
NOINLINE static void goBack(void) {
  int Returned[60];
  fill(Returned, 60);
}

/// Two in one place, where the compiler lets them share it.
NOINLINE static void scopes(void) {
  {
    int First[40];
    fill(First, 40);
  }
  {
    int Second[41];
    fill(Second, 41);
  }
}

int main(void) {
  sorted();
  deep(5);
  for (int Count = 10; Count <= 30; Count += 10)
    variable(Count);
  int Many = 20;
  __asm__("" : "+r"(Many));
  pieces(Many);
  int Some = 25;
  __asm__("" : "+r"(Some)); // a constant size would make it a temporary
  unnamed(Some);
  scalar();
  copied(sizeof Source);
  static struct Big Whole;
  byValue(Whole, 20);
  byValue(Whole, 12);
  for (volatile int I = 0; I < 10; I = I + 1) {
    if (setjmp(Back) == 0)
      leave();
    else
      again();
    goBack();
    again();
  }
  for (int I = 0; I < 8; ++I)
    scopes();
}

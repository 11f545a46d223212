// Inline assembly that may touch memory is reported as a blind spot, with its
// place and how often it was executed; barriers and the like are none. Code
// that it calls counts, and so does what other stacks do that it switches to.
//
// REQUIRES: x86_64
// RUN: %clang -O1 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: for Level in -O0 -O2 "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     '[(b["function"], b["executions"]) for b in report["blind_spots"]] \
// RUN:       == [("copyBytes", 300), ("addTo", 1000), ("callFrom", 50), \
// RUN:           ("neverDone", 0), ("switchTo", 40), ("afterwards", 1000)]' \
// RUN:     'all(b["kind"] == "inline assembly" and b["line"] > 0 and \
// RUN:          b["file"].endswith("inline-assembly.c") \
// RUN:          for b in report["blind_spots"])' \
// RUN:     'Before.stores == 50' 'Called.stores == 50 * 20' \
// RUN:     'After.stores == 50' 'Here.stores == 20' 'There.stores == 20 * 9' \
// RUN:     'Counter.accesses == 1' 'Last.stores == 1000' \
// RUN:     'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
// RUN: %memfacet report %t.mfp | FileCheck %s
//
// CHECK: blind spots   inline assembly, whose accesses are not counted: 5 of 6 statements executed 2390 times (
// CHECK-SAME: inline-assembly.c:{{[0-9]+}} addTo 1000,
// CHECK-SAME: inline-assembly.c:{{[0-9]+}} afterwards 1000,
// CHECK-SAME: inline-assembly.c:{{[0-9]+}} copyBytes 300 and 2 more)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

volatile char From[64], To[64];
volatile int Before[50], Called[20], After[50], Here[20], There[9], Last[1000];
long Counter;

#define NOINLINE __attribute__((noinline))

NOINLINE static void copyBytes(volatile char *Out, const volatile char *In,
                               long Count) {
  __asm__ volatile("rep movsb" : "+D"(Out), "+S"(In), "+c"(Count) : : "memory");
}

NOINLINE static void addTo(long *Number) {
  __asm__("lock addq $2, %0" : "+m"(*Number));
}

/// Barriers: nothing is touched.
NOINLINE static int wait(int Value) {
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("pause" ::: "memory");
  __asm__ volatile("rep; nop\n\tmfence # so" ::: "memory");
  __asm__("addl $1, %0" : "+r"(Value));
  return Value;
}

NOINLINE void called(void) {
  for (int I = 0; I != 20; ++I)
    Called[I] = I;
}

NOINLINE static void callFrom(int I) {
  Before[I] = 1;
  // Below the red zone, with the stack aligned.
  __asm__ volatile("movq %%rsp, %%rbx\n\t"
                   "subq $256, %%rsp\n\t"
                   "andq $-16, %%rsp\n\t"
                   "callq *%0\n\t"
                   "movq %%rbx, %%rsp"
                   :
                   : "r"(called)
                   : "memory", "cc", "rax", "rbx", "rcx", "rdx", "rsi", "rdi",
                     "r8", "r9", "r10", "r11");
  After[I] = 1;
}

NOINLINE static void neverDone(void) {
  __asm__ volatile("movl $1, 8" ::: "memory");
}

static void *Stacks[2]; ///< where to go on: main's stack, the other

NOINLINE static void switchTo(void **Mine, void *Other) {
  __asm__ volatile("leaq -128(%%rsp), %%rsp\n\t" // the red zone
                   "leaq 1f(%%rip), %%rax\n\t"
                   "pushq %%rbp\n\t"
                   "pushq %%rbx\n\t"
                   "pushq %%rax\n\t"
                   "movq %%rsp, (%0)\n\t"
                   "movq %1, %%rsp\n\t"
                   "retq\n"
                   "1:\n\t"
                   "popq %%rbx\n\t"
                   "popq %%rbp\n\t"
                   "leaq 128(%%rsp), %%rsp"
                   : "+D"(Mine), "+S"(Other)
                   :
                   : "memory", "cc", "rax", "rcx", "rdx", "r8", "r9", "r10",
                     "r11", "r12", "r13", "r14", "r15");
}

static void there(void) {
  for (;;) {
    for (int I = 0; I != 9; ++I)
      There[I] = I;
    switchTo(&Stacks[1], Stacks[0]);
  }
}

static void other(void) {
  void **Top = (void **)((char *)aligned_alloc(64, 65536) + 65536);
  Top[-2] = (void *)there;
  Stacks[1] = &Top[-2];
  for (int I = 0; I != 20; ++I) {
    Here[I] = I;
    switchTo(&Stacks[0], Stacks[1]);
  }
}

/// A statement in the middle of a block does not disturb it.
NOINLINE static void afterwards(int I) {
  long Sum;
  __asm__("movq %1, %0" : "=r"(Sum) : "m"(Counter));
  Last[I] = (int)Sum;
}

int main(int Count, char **Arguments) {
  (void)Arguments;
  int Waited = 0;
  for (int I = 0; I != 300; ++I)
    copyBytes(To, From, 64);
  for (int I = 0; I != 1000; ++I) {
    addTo(&Counter);
    Waited = wait(Waited);
  }
  for (int I = 0; I != 50; ++I)
    callFrom(I);
  if (Count > 5)
    neverDone();
  other();
  for (int I = 0; I != 1000; ++I)
    afterwards(I);
  printf("%ld %d %d\n", Counter, Waited, Last[999]);
  return 0;
}

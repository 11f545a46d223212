// The contexts are at every moment the calls that are in progress, by their
// lines: in functions of many shapes, which call each other at random up to 300
// deep, longer than the slots last, and come back by returning, by exceptions
// and by longjmp. The program keeps the calls itself, too.
//
// RUN: for Flags in -O0 -O1 -O2 -O3 "-O2 --memfacet-verify" \
// RUN:     "-O2 -flto"; do \
// RUN:   %clangxx -std=c++20 -O1 -I %source/include -c \
// RUN:     %S/../Inputs/contexts/calls.cpp -o %t.calls.o && \
// RUN:   %memfacet-clangxx -std=c++20 -g $Flags -I %S/../Inputs/contexts %s \
// RUN:     %t.calls.o -o %t.prog || exit 1; \
// RUN:   MEMFACET_OPTIONS=discard=1 %t.prog || exit 1; \
// RUN: done | uniq -c | FileCheck %s
// CHECK:      6 walked, 43155 checks
// CHECK-NOT: {{.}}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.h"
#include <csetjmp>
#include <cstdio>
#include <cstdlib>

static unsigned long State = 1;
static int Deepest = 60;

/// A number below \p Limit.
static unsigned chance(unsigned Limit) {
  State = State * 6364136223846793005ul + 1442695040888963407ul;
  return unsigned(State >> 33) % Limit;
}

static void step(int Depth);

[[gnu::noinline]] static void once(int Depth) { CALL(step(Depth)); }

[[gnu::noinline]] static void inLoop(int Depth) {
  for (unsigned I = chance(4); I != 0; --I) {
    CALL(check());
    if (chance(2))
      CALL(step(Depth));
  }
}

[[gnu::noinline]] static int early(int Depth) {
  if (chance(2))
    return 1;
  CALL(step(Depth));
  if (chance(2))
    return 2;
  CALL(check());
  CALL(step(Depth));
  return 3;
}

[[gnu::noinline]] static void branches(int Depth) {
  switch (chance(4)) {
  case 0:
    CALL(check());
    break;
  case 1:
    CALL(once(Depth));
    break;
  case 2:
    CALL(inLoop(Depth));
    [[fallthrough]];
  default:
    CALL(step(Depth));
  }
}

static int compare(const void *A, const void *B) {
  CALL(check());
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

/// The library calls back: entries are those of the callers alone.
[[gnu::noinline]] static void sorts(int Depth) {
  int Numbers[] = {3, 1, int(chance(5))};
  CALL(check());
  std::qsort(Numbers, 3, sizeof(int), compare);
  for (int I = 0; I != Numbers[1] % 3; ++I) {
    CALL(step(Depth));
    std::qsort(Numbers, 2, sizeof(int), compare);
    CALL(check());
  }
}

struct Cleanup {
  int Depth;
  int Count = InProgress.Count;
  [[gnu::always_inline]] ~Cleanup() {
    // As far as it is known: where an exception passes, the calls that it
    // leaves are not over until it is caught.
    if (Count == InProgress.Count)
      CALL(step(Depth));
  }
};

struct Failure {};

[[gnu::noinline]] static void throws(int Depth) {
  CALL(step(Depth));
  if (InProgress.Count < 60 || chance(3) == 0)
    throw Failure();
  CALL(check());
}

[[gnu::noinline]] static void catches(int Depth) {
  int Count = InProgress.Count;
  for (unsigned I = chance(3); I != 0; --I)
    try {
      CALL(check());
      Cleanup AtEnd{Depth};
      CALL(throws(Depth));
      CALL(step(Depth));
    } catch (Failure) {
      leftTo(Count);
      if (chance(2))
        CALL(check());
    }
  CALL(check());
}

/// Lets pass what others throw.
[[gnu::noinline]] static void cleansUp(int Depth) {
  Cleanup AtEnd{Depth};
  if (chance(2))
    CALL(catches(Depth));
  CALL(step(Depth));
}

[[gnu::noinline]] static void jumps(std::jmp_buf &Back, int Depth) {
  CALL(step(Depth));
  if (chance(2))
    std::longjmp(Back, 1);
}

[[gnu::noinline]] static void comesBack(int Depth) {
  std::jmp_buf Back;
  volatile int Count = InProgress.Count;
  CALL(check());
  if (setjmp(Back) == 0) {
    CALL(jumps(Back, Depth));
  } else {
    leftTo(Count);
    if (chance(2))
      CALL(check());
  }
  CALL(step(Depth));
}

[[gnu::noinline]] static void returns(int Depth) { CALL(early(Depth)); }

static void (*volatile Shapes[])(int) = {
    once, inLoop, branches, sorts, catches, cleansUp, comesBack, returns, once};

[[gnu::noinline]] static void step(int Depth) {
  if (Depth >= Deepest || chance(5) == 0)
    return;
  CALL(Shapes[chance(sizeof(Shapes) / sizeof(*Shapes))](Depth + 1));
}

/// Down without branching, then on from there.
[[gnu::noinline]] static void deep(int Levels) {
  if (Levels == 0) {
    CALL(step(Deepest - 6));
    return;
  }
  CALL(deep(Levels - 1));
  CALL(check());
  CALL(step(Deepest - 4));
}

int main() {
  for (int Round = 0; Round != 2000; ++Round)
    CALL(step(Deepest - 12));
  for (int Levels = 50; Levels != 100; ++Levels)
    CALL(deep(Levels));
  std::printf("walked, %ld checks\n", checks());
}

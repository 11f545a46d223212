// A program with more counters than are looked at before an interval
// may have ended: it counts the same executions as its records, and intervals end
// where they should, also when it goes on to what it never did before, every now
// and then.
//
// RUN: %memfacet-clang -O2 -g %s -o %t.recorded
// RUN: %memfacet-clang --count-blocks -O2 -g %s -o %t.counted
// RUN: %memfacet record --blocks --interval 50K -o %t.recorded.mfp \
// RUN:   -- %t.recorded
// RUN: %memfacet record --interval 50K -o %t.counted.mfp -- %t.counted
// RUN: for Way in recorded counted; do \
// RUN:   %memfacet blocks --json %t.$Way.mfp > %t.$Way.json || exit 1; done
// RUN: %python %S/../reference/same_blocks.py %t.recorded.json %t.counted.json \
// RUN:   | FileCheck %s
// RUN: %python %S/../reference/interval_ends.py %t.counted.json 50000 12
//
// More than 4096, of 8 bytes each.
//
// RUN: llvm-readelf -SW %t.counted | FileCheck %s --check-prefix=COUNTERS
//
// CHECK: recorded counted: {{[0-9]+}} counts are the same
// COUNTERS: memfacet_counters {{.* 00[89a-f][0-9a-f][0-9a-f][0-9a-f]}} 00
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static volatile long Sink;

#define FUNCTION(N)                                                            \
  static __attribute__((noinline)) void f##N(long X) {                         \
    switch (X % 7) {                                                           \
    case 0:                                                                    \
      Sink += X;                                                               \
      break;                                                                   \
    case 1:                                                                    \
      Sink ^= 0x##N;                                                           \
      break;                                                                   \
    case 3:                                                                    \
      Sink *= X;                                                               \
      if (Sink > 0x##N)                                                        \
        Sink = 0;                                                              \
      break;                                                                   \
    case 5:                                                                    \
      for (long I = 0; I < X % 5; ++I)                                         \
        Sink += I;                                                             \
    }                                                                          \
  }
#define NAME(N) f##N,
#define TEN(X, N)                                                              \
  X(N##0) X(N##1) X(N##2) X(N##3) X(N##4) X(N##5) X(N##6) X(N##7) X(N##8)      \
      X(N##9)
#define HUNDRED(X, N)                                                          \
  TEN(X, N##0) TEN(X, N##1) TEN(X, N##2) TEN(X, N##3) TEN(X, N##4)             \
      TEN(X, N##5) TEN(X, N##6) TEN(X, N##7) TEN(X, N##8) TEN(X, N##9)
#define ALL(X)                                                                 \
  HUNDRED(X, 1) HUNDRED(X, 2) HUNDRED(X, 3) HUNDRED(X, 4) HUNDRED(X, 5)        \
      HUNDRED(X, 6) HUNDRED(X, 7)

ALL(FUNCTION)
static void (*const Functions[])(long) = {ALL(NAME)};

static __attribute__((noinline)) void execute(int First, int Count,
                                              long Times) {
  for (long I = 0; I < Times; ++I)
    Functions[First + I % Count](I * 7919 % 1009);
}

int main(void) {
  for (int First = 0; First < 700; First += 20) // others every 1.3 intervals
    execute(First, 20, 4000);
  for (int Round = 0; Round < 20; ++Round) { // the same few, and sometimes all
    execute(100, 3, 30000);
    execute(0, 700, 3000);
  }
  return 0;
}

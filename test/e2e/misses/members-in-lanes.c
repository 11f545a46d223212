// REQUIRES: avx2
//
// A sum over one member of an array, which the vectoriser loads with the
// others: these have no use. So the members, the advice, and what it promises
// are those of the program without vectors, and the split program keeps the
// promise.
//
// DEFINE: %{n} =
// DEFINE: %{flags} =
// DEFINE: %{both} = for Split in "" -DSPLIT; do \
// DEFINE:     %memfacet-clang -g -DMEMBERS=%{n} $Split %{flags} %s -o %t.%{n}$Split && \
// DEFINE:     %memfacet record --cache 'L1=32K,8;L2=64K,8' -o %t.%{n}$Split.mfp \
// DEFINE:       --trace %t.%{n}$Split.mft -- %t.%{n}$Split > %t.%{n}$Split.out && \
// DEFINE:     %memfacet report --json %t.%{n}$Split.mfp > %t.%{n}$Split.json || exit 1; \
// DEFINE:   done && diff %t.%{n}.out %t.%{n}-DSPLIT.out && \
// DEFINE:   %memfacet advise %t.%{n}.mft --cache 'L1=32K,8;L2=64K,8' --json > %t.%{n}.advice
// DEFINE: %{check} = %python %S/../Inputs/check-advice.py %t.%{n}.advice split \
// DEFINE:   %t.%{n}.json %t.%{n}-DSPLIT.json
//
// REDEFINE: %{n} = 2
// REDEFINE: %{flags} = -O2
// RUN: %{both}
// RUN: %{check} | FileCheck %s --check-prefix=TWO
// TWO: split struct element: keep value (4 bytes) together, move the other 4 bytes (key) to an array of their own
// TWO: split: 2 checked
//
// REDEFINE: %{n} = 4
// REDEFINE: %{flags} = -O3 -mavx2
// RUN: %{both}
// RUN: %{check} | FileCheck %s --check-prefix=FOUR
// FOUR: split struct element: keep value (4 bytes) together, move the other 12 bytes
// FOUR: split: 2 checked
//
// REDEFINE: %{n} = 8
// REDEFINE: %{flags} = -O2 -mavx2
// RUN: %{both}
// RUN: %{check} | FileCheck %s --check-prefix=EIGHT
// EIGHT: split struct element: keep value (4 bytes) together, move the other 28 bytes
// EIGHT: split: 2 checked
//
// The whole lines are fetched: 60 rounds, of 32768 elements of 8 bytes.
// RUN: %expect %t.2.mfp 'table.L1.misses == 61 * 32768 * 8 // 64'
// RUN: %expect %t.2-DSPLIT.mfp 'table.L1.misses == 61 * 32768 * 4 // 64'
// RUN: %memfacet report --fields table %t.2.mfp | FileCheck %s --check-prefix=FIELDS
// FIELDS: 0 key int 4 0 0
// FIELDS-SAME: only in wider
// FIELDS: 4 value int 4
// FIELDS: [key to value]
// FIELDS-NOT: [no field
// FIELDS: hint: 4 of 8 bytes have
// RUN: %memfacet report --fields table %t.8.mfp | FileCheck %s --check-prefix=WIDE
// WIDE: 0 key int 4
// WIDE: 4 value int 4 {{[1-9]}}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

enum { Count = 32768, Rounds = 60 };

#define MORE_2 int key;
#define MORE_4 MORE_2 int c, d;
#define MORE_8 MORE_4 int e, f, g, h;
#define NAMED(N) MORE_##N
#define MORE(N) NAMED(N)

#ifdef SPLIT
struct element {
  int value;
};
struct rest {
  MORE(MEMBERS)
};
#define REST others[I]
#else
struct element {
  int key, value;
#if MEMBERS >= 4
  int c, d;
#endif
#if MEMBERS >= 8
  int e, f, g, h;
#endif
};
#define REST table[I]
#endif

void *volatile Kept; // what it points to is not removed

__attribute__((noinline)) static int sum(const struct element *table, int Add) {
  int Sum = 0;
  for (int I = 0; I != Count; ++I)
    Sum += table[I].value ^ Add;
  return Sum;
}

int main(void) {
  struct element *table = aligned_alloc(64, Count * sizeof *table);
#ifdef SPLIT
  struct rest *others = aligned_alloc(64, Count * sizeof *others);
#endif
  for (int I = 0; I != Count; ++I) {
    table[I].value = I;
    REST.key = I + 1;
#if MEMBERS >= 4
    REST.c = REST.d = 3;
#endif
#if MEMBERS >= 8
    REST.e = REST.f = REST.g = REST.h = 8;
#endif
  }
#ifdef SPLIT
  Kept = others;
#endif
  int Sum = 0;
  for (int Round = 0; Round != Rounds; ++Round)
    Sum += sum(table, Round);
  printf("%d\n", Sum);
}

// Every function of OpenMP that takes or gives a lock, those that clang calls
// for a program among them, does what it does without recording, and is an
// event.
//
// RUN: %clang -O1 -fopenmp %s -o %t.plain
// RUN: env OMP_NUM_THREADS=2 %t.plain > %t.expected
// RUN: %memfacet-clang -O1 -g -fopenmp %s -o %t.prog
// RUN: env OMP_NUM_THREADS=2 KMP_FORCE_REDUCTION=critical %memfacet record \
// RUN:   -o %t.mfp --trace %t.mft -- %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: %memfacet dump --events %t.mft | grep -E ' TeamLock ' > %t.txt
// RUN: grep -c ' Acquire ' %t.txt | FileCheck %s --check-prefix=ACQUIRES
// RUN: grep -c ' Release ' %t.txt | FileCheck %s --check-prefix=RELEASES
// RUN: %expect %t.mfp 'Kept.stores == 2 * 200 * 7'
//
// Two threads take each of seven kinds 200 times, the nested ones twice each
// time; and once the lock for each of two reductions. A lock that a thread does
// not get is no event.
// ACQUIRES: {{^3604$}}
// RELEASES: {{^3604$}}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>
#include <stdio.h>

enum { Rounds = 200, Kinds = 7 };
static volatile long Kept[Kinds];
static omp_lock_t Lock;
static omp_nest_lock_t Nested;

// No processor adds these by one instruction: a lock is taken.
typedef struct {
  long Sum, Count;
} Totals;
#pragma omp declare reduction(add:Totals : omp_out.Sum += omp_in.Sum,          \
                                  omp_out.Count += omp_in.Count)

static void locks(void) {
  for (int I = 0; I != Rounds; ++I) {
    omp_set_lock(&Lock);
    ++Kept[0];
    omp_unset_lock(&Lock);
    while (!omp_test_lock(&Lock))
      ;
    ++Kept[1];
    omp_unset_lock(&Lock);
  }
}

static void nestedLocks(void) {
  for (int I = 0; I != Rounds; ++I) {
    omp_set_nest_lock(&Nested);
    omp_set_nest_lock(&Nested);
    ++Kept[2];
    omp_unset_nest_lock(&Nested);
    omp_unset_nest_lock(&Nested);
    while (omp_test_nest_lock(&Nested) != 1)
      ;
    omp_set_nest_lock(&Nested);
    ++Kept[3];
    omp_unset_nest_lock(&Nested);
    omp_unset_nest_lock(&Nested);
  }
}

static void regions(void) {
  for (int I = 0; I != Rounds; ++I) {
#pragma omp critical
    ++Kept[4];
#pragma omp critical(other) hint(omp_sync_hint_contended)
    ++Kept[5];
  }
#pragma omp for ordered
  for (int I = 0; I < 2 * Rounds; ++I) {
#pragma omp ordered
    ++Kept[6];
  }
}

int main(void) {
  omp_init_lock(&Lock);
  omp_init_nest_lock(&Nested);
  Totals All = {0, 0}, Last = {0, 0};
#pragma omp parallel reduction(add : Last)
  {
    locks();
    nestedLocks();
    regions();
#pragma omp for reduction(add : All)
    for (int I = 0; I < 100; ++I)
      All.Sum += I;
    Last.Count += 1;
  }
  for (int Kind = 0; Kind != Kinds; ++Kind)
    printf("%ld ", Kept[Kind]);
  printf("%ld %ld\n", All.Sum, Last.Count);
  return 0;
}

// The body of the outer loop is one call, and three kinds of calls follow each
// other. Intervals of a fixed length begin anywhere in them and mix neighbours;
// those that end at procedures begin where a call does, so that intervals of a
// kind are equal and those of a phase do not vary at all.
//
// RUN: %memfacet-clang -O2 -fno-unroll-loops -fno-vectorize -g %s -o %t
// RUN: %memfacet record --phases=working-set --blocks --interval 16K -o %t.fixed.mfp -- %t
// RUN: %memfacet record --phases=working-set,cut=procedures --interval 16K --trace %t.mft -o %t.mfp -- %t > %t.counts
// RUN: %memfacet record --phases=working-set,cut=loops --interval 16K -o %t.loops.mfp -- %t
// RUN: %memfacet record --phases=working-set,cut=phases --blocks --interval 90K -o %t.phases.mfp -- %t
//
// RUN: %python %S/../reference/variable_intervals.py %t.fixed.mfp %t.mfp %t.loops.mfp %t.phases.mfp | FileCheck %s
// CHECK: fixed: varies within kinds
// CHECK-NEXT: procedures: 90 whole calls in 90 intervals, as long as their kind is, within kinds 0.000000000
// CHECK-NEXT: loops: 0 shorter than the period, 0 longer than twice
// CHECK-NEXT: phases: 90 of a call each, 1 other
//
// The same of the trace.
// RUN: %memfacet simulate %t.mft --phases=working-set,cut=procedures --interval 16K -o %t.again.mfp
// RUN: %memfacet phases %t.mfp --csv > %t.csv
// RUN: %memfacet phases %t.again.mfp --csv | diff %t.csv -
//
// Points say where intervals end. With all that comes before them to warm
// caches, a point has the misses that its interval had.
// RUN: %memfacet phases %t.mfp --simpoints %t.points > /dev/null
// RUN: FileCheck %s --check-prefix=POINTS < %t.points
// POINTS: # intervals of 16000 instructions, cut at stalls, at procedures{{$}}
// RUN: %memfacet simpoints %t.mfp --simpoints %t.points > /dev/null
// RUN: FileCheck %s --check-prefix=POINTS < %t.points
// RUN: %python %S/../reference/points_at_markers.py %memfacet %t.mft %t.csv %t.points | FileCheck %s --check-prefix=SAME
// SAME: points 0, 1, 44, 45, 46, 89: the same instructions and misses
//
// Such intervals are no points in time, also where there is one thread.
// RUN: bash -c '%memfacet timeline %t.mfp --thread 0; test $? = 1' 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: memfacet: intervals of thread 0 end where it waited or at markers
// RUN: %memfacet timeline %t.mfp > /dev/null
//
// RUN: bash -c '%memfacet record --phases=cut=calls -- %t; test $? = 2' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: memfacet: 'cut=calls': write one of period, phases, procedures, loops
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Points are found again by functions and how often they were entered: as often
// as the program itself says.
// RUN: %memfacet phases %t.mfp --signature blocks --resolution 0.05 --regions %t.regions.csv --json > %t.json
// RUN: %python %S/../reference/marked_points.py %t.regions.csv %t.json %t.counts %t | FileCheck %s --check-prefix=MARKERS
// MARKERS: 3 regions as the program counted, weights add up to 1
// RUN: %memfacet record --phases=working-set -o %t.without.mfp -- %t
// RUN: bash -c '%memfacet phases %t.without.mfp --signature working-set --regions %t.none; test $? = 1' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: was recorded without block vectors, which markers are counts of; record it with --phases or --blocks
// RUN: mv %t %t.gone
// RUN: bash -c '%memfacet phases %t.mfp --regions %t.none; test $? = 1' 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: memfacet: cannot open '{{.*}}': No such file or directory: markers are addresses in the file that was recorded; build it again in its place, or record again
// RUN: cp /bin/true %t
// RUN: bash -c '%memfacet phases %t.mfp --regions %t.none; test $? = 1' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: has no function '{{.*}}' any more, of which the recording knows; record again

#include "memfacet/memfacet.h"
#include <stdio.h>

enum { Rounds = 30, Cells = 256 };

static volatile unsigned A[Cells];

static const char *Entered[3 * Rounds + 1];
static unsigned Entries;

// 20,000 to 28,000 instructions each: more than the period of 16 K, less than
// two.
__attribute__((noinline)) static void fill(void) {
  MEMFACET_PHASE("fill");
  Entered[Entries++] = "fill";
  for (unsigned I = 0; I != 3000; ++I)
    A[I % Cells] = I;
}

__attribute__((noinline)) static void sum(void) {
  MEMFACET_PHASE("sum");
  Entered[Entries++] = "sum";
  unsigned Sum = 0;
  for (unsigned I = 0; I != 2000; ++I)
    Sum += A[I % Cells];
  A[0] = Sum;
}

__attribute__((noinline)) static void shift(void) {
  MEMFACET_PHASE("shift");
  Entered[Entries++] = "shift";
  for (unsigned I = 0; I != 2300; ++I)
    A[I % Cells] = A[(I + 1) % Cells];
}

int main(void) {
  Entered[Entries++] = "main";
  static void (*const Kinds[])(void) = {fill, sum, shift};
  for (unsigned I = 0; I != 3 * Rounds; ++I)
    Kinds[I % 3]();
  for (unsigned I = 0; I != Entries; ++I)
    puts(Entered[I]);
  return 0;
}

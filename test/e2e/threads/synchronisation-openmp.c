// OpenMP's library says who forks and joins teams and arrives at barriers; its
// critical regions are locks; how it parks its threads is unknown. A tool that
// a user has is not displaced, and the program does what it did without us.
//
// RUN: %clang -O1 -fopenmp %s -o %t.plain
// RUN: env OMP_NUM_THREADS=2 %t.plain > %t.expected
// RUN: %memfacet-clang -O1 -g -fopenmp %s -o %t.prog
// RUN: env OMP_NUM_THREADS=2 %memfacet record -o %t.mfp --trace %t.mft -- \
// RUN:   %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: %memfacet dump --events %t.mft > %t.txt
// RUN: grep -E '^T0 (Release|Acquire)' %t.txt | \
// RUN:   FileCheck %s --check-prefix=MAIN --implicit-check-not=T0
// RUN: grep -E '^T1 (Release|Acquire)' %t.txt | \
// RUN:   FileCheck %s --check-prefix=OTHER --implicit-check-not=T1
//
// The thread's creation is the fork of the first region.
// MAIN: T0 Release {{.*}} TeamBarrier 0x1{{$}}
// MAIN: T0 Acquire {{.*}} TeamBarrier 0x1{{$}}
// MAIN: T0 Acquire {{.*}} TeamLock [[LOCK:0x[0-9a-f]+]]
// MAIN: T0 Release {{.*}} TeamLock [[LOCK]]
// MAIN: T0 Release {{.*}} TeamJoin 0x1{{$}}
// MAIN: T0 Acquire {{.*}} TeamJoin 0x1{{$}}
// MAIN: T0 Release {{.*}} TeamFork 0x2{{$}}
// MAIN: T0 Release {{.*}} TeamJoin 0x2{{$}}
// MAIN: T0 Acquire {{.*}} TeamJoin 0x2{{$}}
//
// OTHER: T1 Acquire {{.*}} TeamFork 0x1{{$}}
// OTHER: T1 Release {{.*}} TeamBarrier 0x1{{$}}
// OTHER: T1 Acquire {{.*}} TeamBarrier 0x1{{$}}
// OTHER: T1 Acquire {{.*}} TeamLock [[LOCK:0x[0-9a-f]+]]
// OTHER: T1 Release {{.*}} TeamLock [[LOCK]]
// OTHER: T1 Release {{.*}} TeamJoin 0x1{{$}}
// OTHER: T1 Acquire {{.*}} TeamFork 0x2{{$}}
// OTHER: T1 Release {{.*}} TeamJoin 0x2{{$}}
//
// RUN: env OMP_NUM_THREADS=2 OMP_TOOL=disabled %memfacet record \
// RUN:   -o %t.off.mfp --trace %t.off.mft -- %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: %memfacet dump --events %t.off.mft | FileCheck %s --check-prefix=OFF
// OFF-NOT: Team{{Barrier|Fork|Join}}
// OFF: TeamLock
//
// RUN: %memfacet-clang -O1 -g -fopenmp -DTOOL %s -o %t.tool
// RUN: env OMP_NUM_THREADS=2 %memfacet record -o %t.tool.mfp -- %t.tool | \
// RUN:   FileCheck %s --check-prefix=TOOL
// RUN: %clang -O1 -shared -fPIC -DTOOL -DONLY_TOOL %s -o %t.so
// RUN: env OMP_NUM_THREADS=2 LD_PRELOAD=%t.so %memfacet record \
// RUN:   -o %t.tool.mfp -- %t.prog | FileCheck %s --check-prefix=TOOL
// RUN: env OMP_NUM_THREADS=2 OMP_TOOL_LIBRARIES=%t.so %memfacet record \
// RUN:   -o %t.tool.mfp -- %t.prog | FileCheck %s --check-prefix=TOOL
// TOOL: the user's tool
// TOOL: sum 24300
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>

#ifdef TOOL
void *ompt_start_tool(unsigned Version, const char *Library) {
  printf("the user's tool, %d\n", Version != 0 && Library);
  fflush(stdout);
  return NULL;
}
#endif

#ifndef ONLY_TOOL
volatile int Cells[300];
static long Sum;

int main(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int I = 0; I < 300; ++I)
      Cells[I] = 2 * I;
#pragma omp critical
    Sum += Cells[150];
  }
#pragma omp parallel for
  for (int I = 0; I < 300; ++I)
    Cells[I] = Cells[I] + 79;
  for (int I = 0; I < 300; ++I)
    Sum += Cells[I] - 2 * I;
  printf("sum %ld\n", Sum);
  return 0;
}
#endif

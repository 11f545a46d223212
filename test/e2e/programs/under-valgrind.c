// Valgrind's tools find nothing wrong in a program that records, nor in the
// processes by which it starts its collector. Each looks at other functions of
// threads: DRD, for one, has conditions of its own kind.
//
// REQUIRES: valgrind
// RUN: %memfacet-clang -O1 -gdwarf-4 %s -o %t.prog -pthread
// RUN: rm -f %t.mfp && cd %T
// RUN: for Tool in memcheck helgrind drd; do \
// RUN:   rm -f %t.mfp; \
// RUN:   env MEMFACET_OPTIONS=output=%t.mfp valgrind --tool=$Tool \
// RUN:     --error-exitcode=9 %t.prog > %t.out 2> %t.err && \
// RUN:   grep -x 499500 %t.out && \
// RUN:   FileCheck %s < %t.err --implicit-check-not=SIGSEGV \
// RUN:     --implicit-check-not=Invalid && \
// RUN:   %expect %t.mfp 's("Numbers", "heap").stores == 1000' || exit 1; \
// RUN: done
// RUN: for Tool in cachegrind callgrind; do \
// RUN:   rm -f %t.mfp; \
// RUN:   %memfacet record -o %t.mfp -- valgrind --tool=$Tool \
// RUN:     --$Tool-out-file=/dev/null %t.prog 2> %t.err | grep -x 499500 && \
// RUN:   not grep -E 'SIGSEGV|terminating' %t.err && \
// RUN:   %expect %t.mfp 's("Numbers", "heap").stores == 1000' || exit 1; \
// RUN: done
// RUN: env MEMFACET_OPTIONS=record=0 valgrind --tool=drd --error-exitcode=9 \
// RUN:   %t.prog | grep -x 499500
// CHECK: ERROR SUMMARY: 0 errors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long *Numbers;

static void *fill(void *Unused) {
  for (long I = 0; I < 1000; ++I)
    Numbers[I] = I;
  return Unused;
}

int main(void) {
  Numbers = malloc(1000 * sizeof(long));
  pthread_t Thread;
  pthread_create(&Thread, 0, fill, 0);
  pthread_join(Thread, 0);
  long Sum = 0;
  for (long I = 0; I < 1000; ++I)
    Sum += Numbers[I];
  printf("%ld\n", Sum);
  fflush(stdout);
  if (fork() == 0) {
    fill(0);
    _exit(5);
  }
  int Status;
  wait(&Status);
  free((void *)Numbers);
  return WEXITSTATUS(Status) != 5;
}

// A process that clone makes with its creator's memory while that sleeps is its
// creator's: what it touches counts.
//
// RUN: %clang -O2 -w %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O2 -g -w %s -o %t && for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 'OfSleeper.accesses == 1001' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum { Bytes = 1 << 18 };
volatile long OfSleeper[1000];

static int child(void *Unused) {
  for (int I = 0; I != 1000; ++I)
    OfSleeper[I] = I;
  return 4;
}

int main(void) {
  char *Stack = mmap(NULL, Bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  int Status = 0;
  pid_t Child =
      clone(child, Stack + Bytes, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
  waitpid(Child, &Status, 0);
  printf("%d %ld\n", WEXITSTATUS(Status), OfSleeper[999]);
}

// An access to an address that no program can have faults, and its handler
// jumps away. Such addresses have no place in a record: what follows them is
// understood all the same.
//
// RUN: %memfacet-clang -O2 -g %s -o %t
// RUN: %memfacet record --exact -o %t.mfp -- %t > %t.out 2> %t.err
// RUN: FileCheck --check-prefix=OUT %s < %t.out
// RUN: FileCheck --check-prefix=ERR --implicit-check-not='data loss' %s < %t.err
// OUT: 1000
// ERR: L1 misses
// REQUIRES: x86_64
// RUN: %python %S/../reference/expect.py %t.mfp 'Faults.stores == 1001'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>

static sigjmp_buf Out;
static volatile int Faults;

static void onFault(int Signal) { siglongjmp(Out, 1); }

int main(void) {
  signal(SIGSEGV, onFault);
  signal(SIGBUS, onFault);
  Faults = 0;
  for (volatile int I = 0; I < 1000; ++I) {
    if (sigsetjmp(Out, 1)) {
      ++Faults;
      continue;
    }
    uintptr_t Address = 0x9234567800001540 ^ (uintptr_t)I << 47;
    *(volatile long *)Address = 1;
  }
  printf("%d\n", Faults);
}

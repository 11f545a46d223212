// A program that sets the base of the segment GS itself keeps it, in every
// mode: inserted code uses no segment that a program may set. An access relative
// to GS has no address that the compiler knows, and is not counted.
//
// REQUIRES: x86_64
// RUN: %clang -O2 %s -o %t.plain && %t.plain > %t.expected
// RUN: for Flags in -O0 "-O2 -no-pie -fno-pie" "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang -g $Flags %s -o %t.prog && \
// RUN:   %t.prog > %t.out && diff %t.expected %t.out || exit 1; \
// RUN:   for Options in "" --complete; do \
// RUN:     %memfacet record $Options -o %t.mfp -- %t.prog > %t.out && \
// RUN:     diff %t.expected %t.out && \
// RUN:     %expect %t.mfp 'Values.stores == 101000' 'Sandbox.stores == 0' \
// RUN:       'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN:   done; \
// RUN: done
// RUN: %memfacet-clang -O2 --count-blocks %s -o %t.count
// RUN: %memfacet record -o %t.mfp -- %t.count > %t.out && diff %t.expected %t.out
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define GS __attribute__((address_space(256)))
#define SET_GS 0x1001 // ARCH_SET_GS

static volatile long Sandbox[1 << 16];
static volatile long Values[1000];

int main(void) {
  if (syscall(SYS_arch_prctl, SET_GS, Sandbox) != 0)
    return 2;
  volatile long GS *Cell = (volatile long GS *)256;
  long Sum = 0, Written = 0;
  for (int Round = 0; Round < 100; ++Round)
    for (int I = 0; I < 1000; ++I) {
      Values[I] = Sum;
      Sum += I ^ Round;
    }
  for (int I = 0; I < 1000; ++I) {
    Cell[I] = I;
    Values[I] = Cell[I];
  }
  for (int I = 0; I < 1 << 16; ++I)
    Written += Sandbox[I] != 0;
  printf("%ld %ld %ld\n", Sum, Values[999], Written);
  return 0;
}

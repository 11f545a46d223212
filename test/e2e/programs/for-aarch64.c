// A program for another processor, compiled here and run by an emulator, has the
// rows that it has on this one: recorded in full, with each address next to the
// ones that are left out, and counted block by block. Jumps over frames, signal
// handlers and threads are in it, as they depend on the processor.
//
// REQUIRES: aarch64-programs
// DEFINE: %{rows} = %python %S/Inputs/rows.py Table heap:Head Steps Marks Sums
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %memfacet-clang %aarch64-flags -O2 -g -fno-vectorize -fno-slp-vectorize \
// RUN:   -pthread %s -o arm
// RUN: %memfacet-clang -O2 -g -fno-vectorize -fno-slp-vectorize -pthread %s -o here
//
// RUN: not %aarch64-run ./arm > plain
// RUN: not %memfacet record --trace arm.mft -o arm.mfp -- %aarch64-run ./arm > out
// RUN: cmp plain out
// RUN: not %memfacet record --trace here.mft -o here.mfp -- ./here > out
// RUN: cmp plain out
// RUN: %{rows} here.mfp > here.rows && %{rows} arm.mfp | diff here.rows -
// RUN: FileCheck %s < here.rows
//
// Every address that is left out follows from others, as on x86-64.
// RUN: %memfacet-clang --memfacet-verify %aarch64-flags -O2 -g -pthread %s -o arm
// RUN: not %memfacet record --trace verify.mft -o verify.mfp -- %aarch64-run ./arm
// RUN: %memfacet verify verify.mft | FileCheck --check-prefix=VERIFY %s
//
// VERIFY: {{[1-9][0-9]*}} addresses compared, 0 mismatches
//
// Counted, without records.
// RUN: %memfacet-clang --count-blocks %aarch64-flags -O2 -g -pthread %s -o arm
// RUN: not %memfacet record --blocks -o blocks.mfp -- %aarch64-run ./arm > out
// RUN: cmp plain out
// RUN: %memfacet blocks blocks.mfp | FileCheck --check-prefix=BLOCKS %s
//
// BLOCKS: walk
//
// A function with any number of arguments passes on the last one.
// RUN: %memfacet-clang %aarch64-flags -O2 %S/Inputs/environment.c -o environment
// RUN: %aarch64-run ./environment | FileCheck --check-prefix=EXECLE %s
//
// EXECLE: GIVEN=1
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

struct Item {
  struct Item *Next;
  long Key;
};

// CHECK: Table loads 4097 stores 4096
double Table[64][64];
// CHECK-NEXT: Head objects 500 loads 1000 stores 1000
struct Item *Head;
// CHECK-NEXT: Steps loads 101 stores 100
volatile long Steps[8];
// CHECK-NEXT: Marks loads 21 stores 20
volatile long Marks[2];
// CHECK-NEXT: Sums loads 2001 stores 2000
volatile long Sums[2][64];

jmp_buf Out;

__attribute__((noinline)) void descend(int Depth) {
  Steps[Depth % 8] += Depth;
  if (Depth == 10)
    longjmp(Out, 1);
  descend(Depth + 1);
  Steps[0] += 1000; // never
}

void onSignal(int Signal) { Marks[Signal == SIGUSR1] += 1; }

void *work(void *Which) {
  for (int I = 0; I != 1000; ++I)
    Sums[(long)Which][I % 64] += I;
  return 0;
}

__attribute__((noinline)) long walk(void) {
  long Sum = 0;
  for (struct Item *I = Head; I; I = I->Next)
    Sum += I->Key;
  return Sum;
}

int main(void) {
  for (int I = 0; I != 500; ++I) {
    struct Item *Node = malloc(sizeof *Node);
    Node->Next = Head;
    Node->Key = I;
    Head = Node;
  }
  long Sum = walk();
  for (int J = 0; J != 64; ++J)
    for (int I = 0; I != 64; ++I)
      Table[I][J] += I;
  for (volatile int Round = 0; Round != 10; ++Round)
    if (!setjmp(Out))
      descend(1);
  signal(SIGUSR1, onSignal);
  for (int I = 0; I != 20; ++I)
    raise(SIGUSR1);
  pthread_t Threads[2];
  for (long T = 0; T != 2; ++T)
    pthread_create(&Threads[T], 0, work, (void *)T);
  for (int T = 0; T != 2; ++T)
    pthread_join(Threads[T], 0);
  printf("%ld %g %ld %ld %ld\n", Sum, Table[63][63], Steps[1], Marks[1],
         Sums[1][63]);
  return 3;
}

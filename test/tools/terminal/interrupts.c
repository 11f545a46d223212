// Ctrl-C reaches the program as without memfacet. If that ends it, its profile is
// written. Once the program has ended, the second Ctrl-C ends memfacet at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -g %s -o %t/prog
//
// The program dies of it, or catches it and goes on to its end.
// RUN: cd %t && %python %S/Inputs/interrupt.py 1 ready %memfacet record -o dies.mfp -- ./prog > out; test $? = 130
// RUN: cd %t && %memfacet report dies.mfp | FileCheck %s
// CHECK: {{^}}walked {{ *}}heap
// RUN: cd %t && %python %S/Inputs/interrupt.py 1 ready %memfacet record -o catches.mfp -- ./prog catch > out; test $? = 5
// RUN: grep "caught 2$" %t/out && %memfacet report %t/catches.mfp | FileCheck %s
// RUN: cd %t && bash -c '! ls *.part'
//
// Commands that record show what there is.
// RUN: cd %t && %python %S/Inputs/interrupt.py 1 ready %memfacet why why.mfp -- ./prog > out; test $? = 130
// RUN: FileCheck %s --check-prefix=WHY < %t/out
// WHY: ready
// WHY: {{^}}walked
// RUN: cd %t && %python %S/Inputs/interrupt.py 1 ready %memfacet advise -- ./prog > out; test $? = 130
// RUN: FileCheck %s --check-prefix=ADVISE < %t/out
// ADVISE: program ./prog
// ADVISE: tried
//
// While a trace is read, Ctrl-C shows what is known, and of which part of the trace.
// RUN: %clang -O1 -fPIC -shared %S/Inputs/slow-read.c -o %t/slow-read.so
// RUN: cd %t && %memfacet record --no-analysis --trace end.mft -- ./prog end > out; test $? = 5
// RUN: cd %t && %python %S/Inputs/interrupt.py 1 measuring env TERM=xterm LD_PRELOAD=%t/slow-read.so %memfacet advise end.mft > out; test $? = 130
// RUN: FileCheck %s --check-prefix=MEASURING < %t/out
// MEASURING: memfacet: stopped while 'end.mft' was measured: nothing is known of its misses yet
// RUN: cd %t && %python %S/Inputs/interrupt.py 1 looking env TERM=xterm LD_PRELOAD=%t/slow-read.so %memfacet advise --whole end.mft > out; test $? = 130
// RUN: FileCheck %s --check-prefix=LOOKING < %t/out
// LOOKING: stopped {{ *}}before changes were tried: all numbers are of the first {{[1-9][0-9]?}} % of the trace
// LOOKING: not tried: make the elements of walked int32_t
// LOOKING-NEXT: walked heap long interrupts.c
// LOOKING: 0 changes tried; 0 save something
// RUN: cd %t && %python %S/Inputs/interrupt.py 1 trying env TERM=xterm LD_PRELOAD=%t/slow-read.so %memfacet advise --whole end.mft > out; test $? = 130
// RUN: FileCheck %s --check-prefix=TRYING < %t/out
// TRYING: stopped {{ *}}what changes save is estimated from the first {{[1-9][0-9]?}} % of what was recorded; misses before are of all
// TRYING: make the elements of walked int32_t
// TRYING: {{[1-9]}} changes tried; {{[1-9]}} save something
//
// A SIGINT to memfacet alone reaches the program, too.
// RUN: cd %t && %python %S/Inputs/interrupt.py 1 ready --alone %memfacet false-sharing f.mfp -- ./prog > out; test $? = 130
// RUN: FileCheck %s --check-prefix=ALONE < %t/out
// ALONE: ready
// ALONE: No structure has misses of false sharing.
//
// To finish the profile takes seconds longer than the program: its last step is held
// up here.
// RUN: %clang -O1 -fPIC -shared %S/Inputs/slow-rename.c -o %t/slow-rename.so
// RUN: cd %t && %python %S/Inputs/interrupt.py 2 ended env LD_PRELOAD=%t/slow-rename.so %memfacet record --why --curves=exact --phases -o none.mfp -- ./prog end > said; test $? = 130
// RUN: FileCheck %s --check-prefix=TWICE < %t/said
// TWICE: the program has ended, its profile is being finished; to end without it, press Ctrl-C again
// TWICE: ended without a profile
// RUN: bash -c '! ls %t/none.mfp*'
//
// Progress of what takes seconds is shown, on a terminal.
// RUN: cd %t && %python %S/Inputs/in-terminal.py 80 TERM=xterm LD_PRELOAD=%t/slow-rename.so -- %memfacet record --why --curves=exact --phases -o slow.mfp -- ./prog end > said; test $? = 5
// RUN: grep "recording './prog': [0-9.]* [KM] words, [0-9.]* [KM]/s, [0-9]* s" %t/said
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Longs = 1 << 16 };
static volatile sig_atomic_t Caught;

static void onInterrupt(int Signal) { Caught = Signal; }

static long walk(long *Walked) {
  long Sum = 0;
  for (int I = 0; I != Longs; I += 8)
    Sum += Walked[I] += I;
  return Sum;
}

int main(int Count, char **Words) {
  int Ends = Count > 1 && !strcmp(Words[1], "end");
  if (Count > 1 && !Ends)
    signal(SIGINT, onInterrupt);
  long *walked = calloc(Longs, sizeof(long));
  long Sum = walk(walked);
  if (!Ends)
    puts("ready");
  fflush(stdout);
  for (int Rounds = 0; !Caught && !(Ends && Rounds == 200); ++Rounds)
    for (int I = 0; I != Longs; ++I)
      Sum += walked[(I * 7919L + Sum) & (Longs - 1)] += Rounds;
  puts(Ends ? "ended" : "");
  printf("caught %d\n", (int)Caught);
  return Sum == 1 ? 1 : 5;
}

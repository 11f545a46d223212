// Threads that take turns by semaphores: each turn's stores miss what the other
// thread wrote, in every order that the semaphores allow. Threads that write
// side by side in one line, with nothing that orders them: how often they miss
// is chance, and none of it is certain.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: %memfacet record --no-analysis --trace %t.mft -- %t.prog
// RUN: %memfacet simulate %t.mft --sharing -o %t.mfp
// RUN: %memfacet sharing %t.mfp --json --structure Lines | FileCheck %s
//
// The 2 x 16 first stores are of new lines.
// CHECK: "structures":
// CHECK: "cold": 32,
// CHECK-NEXT: "true_sharing": 6368,
// CHECK-NEXT: "false_sharing": 0,
// CHECK-NEXT: "misses": 6368,
// CHECK-NEXT: "certain": 6368,
// CHECK-NEXT: "low": 6368,
// CHECK-NEXT: "high": 6368,
// CHECK: "class": "mixed"
//
// RUN: %memfacet sharing %t.mfp --json --structure Racy | \
// RUN:   FileCheck %s --check-prefix=RACY
// RACY: "structures":
// RACY: "cold": 2,
// RACY-NEXT: "true_sharing": 0,
// RACY: "certain": 0,
// RACY-NEXT: "low": {{[0-9][0-9]?[0-9]?}},
// RACY-NEXT: "high": {{[0-9][0-9][0-9][0-9]+}},
//
// RUN: %memfacet sharing %t.mfp --edges | FileCheck %s --check-prefix=TEXT
// TEXT: map threads; 2 threads
// TEXT: structure {{.*}} certain {{ *}}other orders
// TEXT: Lines {{ *}}mixed {{ *}}6400 {{ *}}32 {{ *}}6368 {{ *}}6368 {{ *}}0 {{ *}}6368 {{ *}}6368
// TEXT: TOTAL
// TEXT: What was written and missed:
// TEXT: 3184 {{ *}}0 {{ *}}3184 {{.*}}store work threads/sharing-certain-and-racy.c:{{.*}}Lines
// TEXT: Lines that go from thread to thread:
// TEXT: Bytes that were written by one and read by the other:
//
// RUN: %memfacet sharing %t.mfp --csv --structure Lines | \
// RUN:   FileCheck %s --check-prefix=CSV
// CSV: structure,thread,kind,function,file,line,column,accesses,cold,true_sharing,
// CSV-NEXT: Lines,0,store,work,{{.*}},3200,16,3184,0,3184,3184,3184,
// CSV-NEXT: Lines,1,store,work,{{.*}},3200,16,3184,0,3184,3184,3184,
// CSV-NOT: Racy
//
// RUN: %memfacet simulate %t.mft --sharing=map=pairs,no-range -o %t.pairs.mfp
// RUN: %memfacet sharing %t.pairs.mfp | FileCheck %s --check-prefix=PAIRS
// PAIRS: map pairs
// PAIRS: 0 of lines lost to other threads
//
// RUN: %memfacet simulate %t.mft -o %t.none.mfp
// RUN: not %memfacet sharing %t.none.mfp 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: does not say which lines threads share, as the program does not select what it records; to record everything and simulate that, type: memfacet record --trace all.mft -- {{.*}} && memfacet sharing all.mft
//
// RUN: not %memfacet simulate %t.mft --sharing=map=2,2 2>&1 | \
// RUN:   FileCheck %s --check-prefix=WRONG
// WRONG: '2,2' is no map of threads to caches; write threads, pairs,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"
#include <sched.h>
#include <stdatomic.h>

enum { Turns = 400, Count = 16, Rounds = 12000 };

struct Line {
  _Alignas(64) volatile long Value;
} Lines[Count];
_Alignas(64) volatile long Racy[2];
_Alignas(64) static atomic_int There;

/// Orders nothing that anybody sees: what both do between two of these lies
/// between the same two events.
static void meet(int All) {
  atomic_fetch_add(&There, 1);
  while (atomic_load(&There) < All)
    sched_yield();
}

static void *work(void *Argument) {
  long Me = (long)Argument;
  for (int Turn = 0; Turn != Turns / 2; ++Turn) {
    sem_wait(&Baton[Me]);
    for (int I = 0; I != Count; ++I)
      Lines[I].Value = Turn;
    sem_post(&Baton[1 - Me]);
  }
  meet(2);
  for (int I = 0; I != Rounds; ++I)
    ++Racy[Me];
  meet(4);
  return 0;
}

int main(void) {
  runThreads(2, work);
  return 0;
}

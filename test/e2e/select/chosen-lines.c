// A run that selects is the complete run of the chosen lines: of each
// structure, 2^k times the misses and write-backs that a simulation of these
// lines alone has, at all levels (memfacet/Select.h).
//
// The simulation is that of e2e/reference, fed by what a plain build says that
// it accesses. It knows which lines are chosen, and nothing else of MemFacet.
// With
// --complete and with one line in 1, it has all lines.
//
// The first 131,072 accesses of a thread are recorded whatever line they are
// to. With a fixed share of lines they do not reach the caches if their line is
// not chosen, so counts are those of chosen lines from the first access on. The
// run is longer than that window. A second thread has a window of its own, and
// caches of its own but for the shared last of three levels.
//
// RUN: %clang -O1 -DLOG %s -o %t.plain -pthread
// RUN: %t.plain > %t.log
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: for Spec in 'L1=8K,2;L2=64K,8;L3=256K,16' 'L1=4K,1;L2=32K,4'; do \
// RUN:   %python %S/Inputs/chosen-lines.py %memfacet "$Spec" %t.log %t.mfp \
// RUN:     %t.prog || exit 1; \
// RUN: done | FileCheck %s
// CHECK-COUNT-2: 8 recordings, 7 structures: equal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/log.h"
#include <pthread.h>
#include <stdlib.h>

#ifdef LOG
#define SAY(What) puts(What)
#else
#define SAY(What)
#endif

#define ALIGNED __attribute__((aligned(4096)))
typedef volatile long AnyPlace __attribute__((aligned(1)));
struct Node {
  struct Node *volatile Next;
  volatile long Value;
  long Unused[2];
};
enum { Nodes = 4096 };

static volatile int Table[16384] ALIGNED;
static volatile double Rows[100][512] ALIGNED; // rows of a page
static volatile long One[8] ALIGNED;           // one line
static volatile char Packed[24000] ALIGNED;
static volatile pthread_t Other[8] ALIGNED;
// Held until the main thread accesses nothing more.
static pthread_mutex_t Turn = PTHREAD_MUTEX_INITIALIZER;

// Any order, any line.
__attribute__((noinline)) static long anywhere(void) {
  unsigned State = 12345;
  long Sum = 0;
  for (int I = 0; I < 20000; ++I) {
    State = State * 1103515245 + 12345;
    unsigned Place = (State >> 8) % 16384;
    Sum += LOAD(Table, Table[Place]);
    if (Sum % 3 == 0)
      STORE(Table, Table[Place], I);
  }
  return Sum;
}

// In columns, whose elements are all in the same set.
__attribute__((noinline)) static void columns(void) {
  for (int Column = 0; Column < 512; Column += 3)
    for (int Row = 0; Row < 100; ++Row)
      STORE(Rows, Rows[Row][Column],
            LOAD(Rows, Rows[(Row * 7 + 1) % 100][Column]) + LOAD(One, One[3]));
}

// Each eighth of them reaches into the next line.
__attribute__((noinline)) static long straddling(int Round) {
  long Sum = 0;
  for (int I = Round; I + 8 < 24000; I += 12) {
    Sum += LOAD(Packed, *(AnyPlace *)(Packed + I));
    if (I % 5 == 0)
      STORE(Packed, *(AnyPlace *)(Packed + I), Sum);
  }
  return Sum;
}

// The nodes follow one another in an order of which each is far from the last.
__attribute__((noinline)) static void link(struct Node *List) {
  unsigned At = 0;
  for (int I = 0; I < Nodes; ++I) {
    unsigned Next = (At * 1029 + 11) % Nodes;
    STORE(List, List[At].Next, Next ? List + Next : NULL);
    STORE(List, List[At].Value, I);
    At = Next;
  }
}

__attribute__((noinline)) static long walk(struct Node *List) {
  long Sum = 0;
  for (struct Node *N = List; N; N = LOAD(List, N->Next)) {
    Sum += LOAD(List, N->Value);
    if (Sum % 5 == 0)
      STORE(List, N->Value, Sum);
  }
  return Sum;
}

__attribute__((noinline)) static void copy(volatile short *Copy, int N) {
  for (int I = 0; I < N; ++I)
    STORE(Copy, Copy[I], (short)LOAD(Table, Table[N - I]));
}

static void *work(void *List) {
  pthread_mutex_lock(&Turn);
  SAY("thread 1");
  long Sum = anywhere() + walk(List);
  columns();
  SAY("end 1");
  SAY("thread 0");
  return (void *)Sum;
}

int main(void) {
  struct Node *List = aligned_alloc(4096, Nodes * sizeof *List);
  volatile short *Copy = aligned_alloc(4096, 16384);
  BASE(Table);
  BASE(Rows);
  BASE(One);
  BASE(Packed);
  BASE(List);
  BASE(Copy);
  BASE(Other);
  long Sum = 0;
  link(List);
  for (int Round = 0; Round < 2; ++Round) {
    Sum += anywhere() + straddling(Round) + walk(List);
    columns();
    copy(Copy, 8000);
  }
  pthread_mutex_lock(&Turn);
  pthread_create((pthread_t *)Other, NULL, work, List);
  pthread_t Thread = LOAD(Other, Other[0]);
  pthread_mutex_unlock(&Turn);
  pthread_join(Thread, NULL);
  // What the thread has left in the shared level.
  Sum += walk(List) + straddling(5);
  columns();
  free((void *)Copy);
  free(List);
  return Sum == 1;
}

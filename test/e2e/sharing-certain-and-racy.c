// Threads that take turns by semaphores: each turn's stores miss what the other
// thread wrote, in every order that the semaphores allow. Threads that write
// side by side in one line, with nothing that orders them: how often they miss
// is chance, and none of it is certain.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: %memfacet record --no-analysis --trace %t.mft -- %t.prog
// RUN: %memfacet simulate %t.mft --sharing -o %t.mfp
// RUN: sqlite3 %t.mfp < %S/Inputs/sharing-sums.sql | FileCheck %s
// RUN: %memfacet record --sharing -o %t.live.mfp -- %t.prog
// RUN: sqlite3 %t.live.mfp < %S/Inputs/sharing-sums.sql | \
// RUN:   FileCheck %s --check-prefix=AGAIN
//
// Of the 2 x 16 first stores, half find a line that the other one wrote last.
// CHECK: Lines|cold 32|misses 6368|false 0|certain 6368|coarse 6368|fine 6368
// CHECK: Racy|cold 2|{{.*}}|certain 0|coarse {{[0-9]+}}|fine {{[0-9][0-9][0-9][0-9]+}}
// CHECK: racy 1
// AGAIN: Lines|cold 32|misses 6368|false 0|certain 6368|coarse 6368|fine 6368

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { Turns = 400, Count = 16, Rounds = 12000 };

struct Line {
  _Alignas(64) volatile long Value;
} Lines[Count];
_Alignas(64) volatile long Racy[2];
static sem_t Mine[2];
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
    sem_wait(&Mine[Me]);
    for (int I = 0; I != Count; ++I)
      Lines[I].Value = Turn;
    sem_post(&Mine[1 - Me]);
  }
  meet(2);
  for (int I = 0; I != Rounds; ++I)
    ++Racy[Me];
  meet(4);
  return 0;
}

int main(void) {
  pthread_t Other;
  sem_init(&Mine[0], 0, 1);
  sem_init(&Mine[1], 0, 0);
  pthread_create(&Other, 0, work, (void *)1);
  work((void *)0);
  pthread_join(Other, 0);
  return 0;
}

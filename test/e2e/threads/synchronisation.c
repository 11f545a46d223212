// What each thread does with locks, conditions and barriers is in its stream,
// in program order, from the second thread on; what it does with them before is
// not. Threads do not leave a barrier before all have arrived, and who waits
// for a long time says so.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: %memfacet record -o %t.mfp --trace %t.mft -- %t.prog
// RUN: %memfacet dump --events %t.mft > %t.txt
// RUN: grep -E '^T0 (Release|Acquire|Thread)' %t.txt | \
// RUN:   FileCheck %s --check-prefix=MAIN --implicit-check-not=T0
// RUN: grep -E '^T1 (Release|Acquire|Thread)' %t.txt | \
// RUN:   FileCheck %s --check-prefix=OTHER --implicit-check-not=T1
// RUN: grep -E '(Release|Acquire) .* Barrier' %t.txt | \
// RUN:   FileCheck %s --check-prefix=ROUND
// RUN: FileCheck %s --check-prefix=WAIT < %t.txt
// RUN: %memfacet simulate %t.mft -o %t.again.mfp
//
// MAIN: T0 ThreadStart #1
// MAIN: T0 ThreadCreate {{.*}} arg 1
// MAIN: T0 Release {{.*}} Barrier [[BARRIER:0x[0-9a-f]+]]
// MAIN: T0 Acquire {{.*}} Barrier [[BARRIER]]
// MAIN: T0 Acquire {{.*}} Mutex [[MUTEX:0x[0-9a-f]+]]
// MAIN: T0 Release {{.*}} Condition [[CONDITION:0x[0-9a-f]+]]
// MAIN: T0 Release {{.*}} Mutex [[MUTEX]]
// MAIN: T0 ThreadJoin {{.*}} arg 1
//
// OTHER: T1 ThreadStart
// OTHER: T1 Acquire {{.*}} Mutex [[MUTEX:0x[0-9a-f]+]]
// OTHER: T1 Release {{.*}} Barrier [[BARRIER:0x[0-9a-f]+]]
// OTHER: T1 Acquire {{.*}} Barrier [[BARRIER]]
// OTHER: T1 Release {{.*}} Mutex [[MUTEX]]
// OTHER: T1 Acquire {{.*}} Condition [[CONDITION:0x[0-9a-f]+]]
// OTHER: T1 Acquire {{.*}} Mutex [[MUTEX]]
// OTHER: T1 Release {{.*}} Mutex [[MUTEX]]
// OTHER: T1 ThreadEnd
//
// ROUND: Release
// ROUND-NEXT: Release
// ROUND-NEXT: Acquire
// ROUND-NEXT: Acquire
//
// It has slept for 20 ms: 0x10000 time stamps at least.
// WAIT: T1 Stall Condition {{0x[0-9a-f]+ 0x[0-9a-f]{5,}$}}
// WAIT: T0 ThreadJoin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t Mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t Condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t Barrier;
volatile int Ready, Count;

static void *wait(void *Unused) {
  pthread_mutex_lock(&Mutex);
  pthread_barrier_wait(&Barrier);
  // No thread can signal before it waits, and nothing else wakes it as a rule.
  while (!Ready)
    pthread_cond_wait(&Condition, &Mutex);
  pthread_mutex_unlock(&Mutex);
  return Unused;
}

int main(void) {
  pthread_t Thread;
  pthread_mutex_lock(&Mutex);
  ++Count;
  pthread_mutex_unlock(&Mutex);
  pthread_barrier_init(&Barrier, 0, 2);
  pthread_create(&Thread, 0, wait, 0);
  pthread_barrier_wait(&Barrier);
  usleep(20000);
  pthread_mutex_lock(&Mutex);
  Ready = 1;
  pthread_cond_signal(&Condition);
  pthread_mutex_unlock(&Mutex);
  pthread_join(Thread, 0);
  return Count - 1;
}

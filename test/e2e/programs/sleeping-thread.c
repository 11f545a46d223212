// A thread sleeps on a half-filled chunk while another fills far more than the
// shared memory holds (64 MB of records): no thread stalls, nothing is lost, and
// the sleeper's accesses before and after its sleep are all there.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp \
// RUN:   'Before.stores == 100' 'After.stores == 100' 'Busy.stores == 4000000' \
// RUN:   'report["loss"]["lost_chunks"] == 0'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <semaphore.h>

volatile int Before[100], After[100], Busy[1000];
static sem_t Started, Wake;

static void *sleeper(void *Unused) {
  for (int I = 0; I < 100; ++I)
    Before[I] = I;
  sem_post(&Started);
  sem_wait(&Wake);
  for (int I = 0; I < 100; ++I)
    After[I] = I;
  return Unused;
}

int main(void) {
  pthread_t Handle;
  sem_init(&Started, 0, 0);
  sem_init(&Wake, 0, 0);
  pthread_create(&Handle, 0, sleeper, 0);
  sem_wait(&Started);
  for (int Round = 0; Round < 4000; ++Round)
    for (int I = 0; I < 1000; ++I)
      Busy[I] = Round;
  sem_post(&Wake);
  pthread_join(Handle, 0);
  return 0;
}

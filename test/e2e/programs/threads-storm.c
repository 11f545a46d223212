// Ten thousand threads that live for a moment, up to 32 at once, a quarter of
// them detached: each is there with what it did.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog | grep -x "10000 threads"
// RUN: %expect %t.mfp --threads \
// RUN:   'Cells.stores == 10000 * 8' 'Mine.objects == 10000' \
// RUN:   'Mine.stores == 10000' 'len(report["threads"]) == 10001' \
// RUN:   'all(sum(s["stores"] for s in t["structures"] \
// RUN:            if s["name"] == "Cells") == 8 \
// RUN:       for t in report["threads"][1:])' \
// RUN:   'report["loss"]["lost_chunks"] == 0' \
// RUN:   'report["loss"]["unknown_words"] == 0' \
// RUN:   'not any("releases" in note for note in report["notes"])'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

enum { AtOnce = 32, Threads = 10000, Each = 8 };

volatile long Cells[AtOnce][Each];
static sem_t Gone;

static void *work(void *Slice) {
  volatile long *Row = Slice;
  for (int I = 0; I < Each; ++I)
    Row[I] = I;
  volatile int *Mine = malloc(sizeof(int));
  *Mine = 1;
  free((void *)Mine);
  return Slice;
}

static void *workDetached(void *Slice) {
  work(Slice);
  sem_post(&Gone);
  return 0;
}

int main(void) {
  sem_init(&Gone, 0, 0);
  int Started = 0;
  while (Started < Threads) {
    pthread_t Handles[AtOnce];
    int Joinable = 0, Detached = 0;
    for (int I = 0; I < AtOnce && Started < Threads; ++I, ++Started) {
      pthread_t Handle;
      if (pthread_create(&Handle, 0, I % 4 ? work : workDetached,
                         (void *)Cells[I]))
        return 1;
      if (I % 4) {
        Handles[Joinable++] = Handle;
      } else {
        pthread_detach(Handle);
        ++Detached;
      }
    }
    for (int I = 0; I < Joinable; ++I)
      pthread_join(Handles[I], 0);
    for (int I = 0; I < Detached; ++I)
      sem_wait(&Gone);
  }
  printf("%d threads\n", Started);
  return 0;
}

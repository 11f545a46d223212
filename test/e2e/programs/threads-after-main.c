// Threads that go on when main is gone: main leaves by pthread_exit, and the
// last thread ends the program; or main returns while a detached thread runs.
//
// RUN: %clang -O1 %s -o %t.plain
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: for How in exit-thread last-thread return; do \
// RUN:   %t.plain $How > %t.expected; Code=$?; \
// RUN:   %memfacet record -o %t.mfp -- %t.prog $How > %t.out; \
// RUN:   test $? -eq $Code && diff %t.expected %t.out && \
// RUN:   %memfacet report --json %t.mfp > %t.$How.json || exit 1; \
// RUN: done
// RUN: for How in exit-thread last-thread; do \
// RUN:   %expect %t.$How.json 'OfMain.stores == 30' \
// RUN:     'Later.stores == 5000' 'AtExit.stores == 9' 'Keyed.stores == 1' \
// RUN:     'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN: done
// RUN: %expect %t.return.json 'OfMain.stores == 30' \
// RUN:   'AtExit.stores == 9' 'Early.stores == 77' 'Keyed.accesses == 0' \
// RUN:   'report["loss"]["unknown_words"] == 0'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile int OfMain[30], Later[5000], AtExit[9], Keyed[1], Early[77];
static pthread_t Main;
static sem_t Done;

static void atExit(void) {
  for (int I = 0; I < 9; ++I)
    AtExit[I] = I;
  puts("at exit");
}

static void onKey(void *Unused) {
  (void)Unused;
  Keyed[0] = 1;
}

static void *goOn(void *How) {
  pthread_join(Main, 0);
  for (int I = 0; I < 5000; ++I)
    Later[I] = I;
  if (strcmp(How, "exit-thread") == 0)
    exit(5);
  return 0;
}

static void *stay(void *Unused) {
  for (int I = 0; I < 77; ++I)
    Early[I] = I;
  sem_post(&Done);
  pause();
  return Unused;
}

int main(int Count, char **Arguments) {
  if (Count < 2)
    return 1;
  pthread_key_t Key;
  pthread_key_create(&Key, onKey);
  pthread_setspecific(Key, &Key);
  atexit(atExit);
  Main = pthread_self();
  pthread_t Other;
  for (int I = 0; I < 30; ++I)
    OfMain[I] = I;
  if (strcmp(Arguments[1], "return") == 0) {
    sem_init(&Done, 0, 0);
    pthread_create(&Other, 0, stay, 0);
    pthread_detach(Other);
    sem_wait(&Done);
    return 3;
  }
  pthread_create(&Other, 0, goOn, Arguments[1]);
  pthread_exit(0);
}

// Two threads take turns, a thousand each. The first argument names what they
// touch; the tables of truth.py have the answer for each name. Semaphores pass
// the turns on, so the order of all accesses is known, and with it each miss.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Turns = 1000, Line = 64, Words = Line / sizeof(long) };

static volatile long Counters[2] __attribute__((aligned(64)));
static volatile struct {
  long Count;
  char Rest[Line - sizeof(long)];
} Padded[2] __attribute__((aligned(64)));
static volatile int Elements[2] __attribute__((aligned(64)));
static volatile int Apart[2][Line / sizeof(int)] __attribute__((aligned(64)));
static volatile char Bytes[8] __attribute__((aligned(64)));
static volatile struct {
  long Lock, Data;
} Beside __attribute__((aligned(64)));
static volatile struct {
  long Lock;
  char Rest[Line - sizeof(long)];
  long Data;
} Separate __attribute__((aligned(64)));
static volatile long Message[Words] __attribute__((aligned(64)));
static volatile long Table[Words] __attribute__((aligned(64))) = {1, 2, 3};
static volatile long *Heap[2];
static volatile long Sum[2][Words] __attribute__((aligned(64)));

static void counters(long Me) { Counters[Me]++; }
static void countersPadded(long Me) { Padded[Me].Count++; }
static void elements(long Me) { Elements[Me] = 1; }
static void elementsApart(long Me) { Apart[Me][0] = 1; }
static void bytesOfAWord(long Me) { Bytes[Me]++; }
static void heap(long Me) { (*Heap[Me])++; }
static void sameCounter(long Me) {
  (void)Me;
  Counters[0]++;
}
static void readOnly(long Me) { Sum[Me][0] += Table[Me]; }

static void lockBesideData(long Me) {
  if (Me == 0)
    Beside.Lock = 1;
  else
    Sum[1][0] += Beside.Data;
}

static void lockBesideDataPadded(long Me) {
  if (Me == 0)
    Separate.Lock = 1;
  else
    Sum[1][0] += Separate.Data;
}

static void handOver(long Me) {
  if (Me == 0)
    Message[0] = 1;
  else
    Sum[1][0] += Message[0];
}

static void handOverALine(long Me) {
  for (int I = 0; I < Words; ++I)
    if (Me == 0)
      Message[I] = I;
    else
      Sum[1][0] += Message[I];
}

// No thread wrote the first word that is read; the last one is the one that was
// written.
static void handOverBehind(long Me) {
  if (Me == 0) {
    Message[Words - 1] = 1;
  } else {
    Sum[1][0] += Message[0];
    Sum[1][0] += Message[Words - 1];
  }
}

static void makeNeighbours(void) {
  long *Before = malloc(16), *Next = malloc(16);
  while ((uintptr_t)Before / Line != (uintptr_t)Next / Line)
    Before = Next, Next = malloc(16);
  Heap[0] = Before, Heap[1] = Next;
}

static void makeApart(void) {
  for (int I = 0; I < 2; ++I)
    Heap[I] = aligned_alloc(Line, Line);
}

static const struct Case {
  const char *Name;
  void (*Turn)(long);
  void (*Make)(void);
} Cases[] = {
    {"counters", counters, NULL},
    {"counters-padded", countersPadded, NULL},
    {"elements", elements, NULL},
    {"elements-apart", elementsApart, NULL},
    {"bytes-of-a-word", bytesOfAWord, NULL},
    {"lock-beside-data", lockBesideData, NULL},
    {"lock-beside-data-padded", lockBesideDataPadded, NULL},
    {"heap-neighbours", heap, makeNeighbours},
    {"heap-neighbours-aligned", heap, makeApart},
    {"true-same-counter", sameCounter, NULL},
    {"true-hand-over", handOver, NULL},
    {"true-hand-over-a-line", handOverALine, NULL},
    {"true-hand-over-behind", handOverBehind, NULL},
    {"none-read-only", readOnly, NULL},
};

static const struct Case *Chosen;
static sem_t Turn[2];

static void *work(void *Argument) {
  long Me = (long)Argument;
  for (int I = 0; I < Turns; ++I) {
    sem_wait(&Turn[Me]);
    Chosen->Turn(Me);
    sem_post(&Turn[1 - Me]);
  }
  return NULL;
}

int main(int Count, char **Arguments) {
  for (size_t I = 0; I < sizeof Cases / sizeof *Cases; ++I)
    if (Count > 1 && strcmp(Cases[I].Name, Arguments[1]) == 0)
      Chosen = &Cases[I];
  if (!Chosen) {
    fprintf(stderr, "usage: %s CASE\n", Arguments[0]);
    return 2;
  }
  if (Chosen->Make)
    Chosen->Make();
  pthread_t Threads[2];
  for (long I = 0; I < 2; ++I)
    sem_init(&Turn[I], 0, I == 0);
  for (long I = 0; I < 2; ++I)
    pthread_create(&Threads[I], NULL, work, (void *)I);
  for (int I = 0; I < 2; ++I)
    pthread_join(Threads[I], NULL);
  return 0;
}

// Attribution, checked by an oracle that shares nothing with it: a library logs
// every access, allocation and release in words, and a slow script finds the
// owners again. Memory that moves in realloc, that is used again by another
// structure, two allocations in one line, wrappers, hooks, alignment, strings,
// memory of another object, thread-locals and memory that one thread takes over
// from another.
//
// REQUIRES: x86_64
// RUN: %clang -O1 -fPIC -shared %S/../Inputs/oracle/plain-log.c -o %t.plain-log.so
// RUN: %memfacet-clang -O1 -g -fPIC -shared --memfacet-plain-log \
// RUN:   -fno-optimize-sibling-calls %S/../Inputs/oracle/shared.c -o %t.shared.so
// RUN: %memfacet-clang -O1 -g --memfacet-plain-log -fno-optimize-sibling-calls \
// RUN:   %s %t.shared.so %t.plain-log.so -pthread -o %t.prog
// RUN: env PLAIN_LOG=%t.log %memfacet record --context 1 -o %t.mfp -- %t.prog
// RUN: %python %S/../reference/oracle.py %t.log %t.mfp --llvm %llvm --columns \
// RUN:   --instrumented %t.prog,%t.shared.so --wrapper allocate \
// RUN:   --wrapper duplicate | FileCheck %s
//
// An allocation that the report does not know is found.
// RUN: grep -v '^M 0 .* 320 0 ' %t.log > %t.less.log
// RUN: not cmp -s %t.log %t.less.log
// RUN: not %python %S/../reference/oracle.py %t.less.log %t.mfp --llvm %llvm \
// RUN:   --columns --instrumented %t.prog,%t.shared.so --wrapper allocate \
// RUN:   --wrapper duplicate
//
// CHECK: {{^[0-9]+}} accesses, 16 heap structures, 0 differences
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  struct item *next;
  long value;
};
struct item *makeItems(int Count);
long sharedItems(void);

static __thread int Mine[8];
static int Table[100];
static double *HandedOver;

static void *allocate(size_t Bytes) {
  void *Memory = malloc(Bytes);
  if (!Memory)
    abort();
  return Memory;
}

static char *duplicate(const char *Text) {
  char *Copy = allocate(strlen(Text) + 1);
  return strcpy(Copy, Text);
}

static long grow(void) {
  long *Numbers = malloc(4 * sizeof *Numbers);
  volatile long *Between;
  long Sum = 0;
  for (int I = 0; I < 4; ++I)
    Numbers[I] = I;
  Between = malloc(64); // so that it must move
  Between[0] = 1;
  Numbers = realloc(Numbers, 3000 * sizeof *Numbers);
  for (int I = 4; I < 3000; ++I)
    Numbers[I] = Numbers[I - 4] + Between[0];
  Numbers = realloc(Numbers, 10 * sizeof *Numbers);
  for (int I = 0; I < 10; ++I)
    Sum += Numbers[I];
  free((void *)Between);
  free(Numbers);
  return Sum;
}

static long reuse(void) {
  long Sum = 0;
  volatile int *First = malloc(800);
  for (int I = 0; I < 200; ++I)
    First[I] = I;
  free((void *)First);
  volatile short *Second = malloc(800); // where the first was
  for (int I = 0; I < 400; ++I)
    Sum += Second[I] = (short)I;
  free((void *)Second);
  return Sum;
}

static long twoInOneLine(void) {
  volatile char *A = malloc(100), *B = malloc(200);
  for (int I = 0; I < 100; ++I)
    A[I] = B[2 * I] = (char)I;
  long Sum = A[7] + B[8];
  free((void *)A);
  free((void *)B);
  return Sum;
}

static long aligned(void) {
  void *Cells = NULL;
  if (posix_memalign(&Cells, 64, 640))
    return 1;
  memset(Cells, 3, 640);
  volatile unsigned char *Lines = aligned_alloc(128, 256);
  for (int I = 0; I < 256; ++I)
    Lines[I] = ((unsigned char *)Cells)[I];
  long Sum = Lines[9];
  free((void *)Lines);
  free(Cells);
  return Sum;
}

struct hooks {
  void *(*Allocate)(size_t);
  void *(*Resize)(void *, size_t);
  void (*Release)(void *);
};
struct hooks Hooks = {malloc, realloc, free};

static long throughPointers(struct hooks *H) {
  volatile int *Hooked = H->Allocate(40 * sizeof(int));
  for (int I = 0; I < 40; ++I)
    Hooked[I] = I;
  volatile int *Larger = H->Resize((void *)Hooked, 80 * sizeof(int));
  long Sum = Larger[39];
  H->Release((void *)Larger);
  return Sum;
}

static void *producer(void *Unused) {
  (void)Unused;
  HandedOver = calloc(40, sizeof *HandedOver);
  for (int I = 0; I < 40; ++I) {
    HandedOver[I] = I;
    Mine[I % 8] += I;
  }
  return NULL;
}

static void *consumer(void *Unused) {
  (void)Unused;
  double Sum = 0;
  for (int I = 0; I < 40; ++I)
    Sum += HandedOver[I];
  free(HandedOver);
  volatile double *Own = malloc(40 * sizeof *Own);
  for (int I = 0; I < 40; ++I)
    Own[I] = Sum + Mine[I % 8];
  free((void *)Own);
  return NULL;
}

static void inThread(void *(*Run)(void *)) {
  pthread_t Thread;
  pthread_create(&Thread, NULL, Run, NULL);
  pthread_join(Thread, NULL);
}

int main(void) {
  long Sum =
      grow() + reuse() + twoInOneLine() + aligned() + throughPointers(&Hooks);
  char *Name = duplicate("a name of some length");
  char *Other = strdup(Name);
  for (int I = 0; I < 100; ++I)
    Table[I] = Name[I % 20] + Other[I % 10];
  for (struct item *I = makeItems(50); I; I = I->next)
    Sum += I->value;
  inThread(producer);
  inThread(consumer);
  inThread(producer);
  for (int I = 0; I < 8; ++I)
    Mine[I] = Table[I];
  printf("%ld %ld %d\n", Sum, sharedItems(), Mine[3]);
  free(Name);
  free(Other);
  return 0;
}

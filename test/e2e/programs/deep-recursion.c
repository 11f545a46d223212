// Inserted code makes frames larger. A program that comes near the end of its
// stack without it does not overflow with it: neither the main thread nor
// others, whether they have chosen how large their stacks are or not. The limit
// that the program and its children see is the same.
//
// RUN: %clang -O0 %s -o %t.plain -pthread
// RUN: %memfacet-clang -O0 -g %s -o %t.prog -pthread
// RUN: ulimit -s 8192 && %t.plain > %t.expected
// RUN: ulimit -s 8192 && %memfacet record -o %t.mfp -- %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: ulimit -s 8192 && MEMFACET_OPTIONS=record=0 %t.prog > %t.off
// RUN: diff %t.expected %t.off
// RUN: %expect %t.mfp --all 's("[unattributed]").accesses == 0'
//
// RUN: ulimit -s 1024 && %memfacet record -o %t.mfp -- %t.prog 12 > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: 12000 12000 12000
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

struct node {
  struct node *Left, *Right;
  long Key;
};

static int height(const struct node *At) {
  if (!At)
    return 0;
  int Left = height(At->Left), Right = height(At->Right);
  return 1 + (Left > Right ? Left : Right);
}

/// A tree that is a list.
static struct node *grow(long Count) {
  struct node *Root = 0;
  for (long I = 0; I < Count; ++I) {
    struct node *Fresh = calloc(1, sizeof(*Fresh));
    Fresh->Right = Root;
    Fresh->Key = I;
    Root = Fresh;
  }
  return Root;
}

static void *run(void *Root) { return (void *)(long)height(Root); }

static long inThread(const pthread_attr_t *Attributes, struct node *Root) {
  pthread_t Thread;
  void *Result = 0;
  if (pthread_create(&Thread, Attributes, run, Root) != 0)
    return -1;
  pthread_join(Thread, &Result);
  return (long)Result;
}

int main(int Count, char **Arguments) {
  long Deep = (Count > 1 ? atol(Arguments[1]) : 90) * 1000;
  struct node *Root = grow(Deep);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  // Without recording, a frame has 64 bytes.
  pthread_attr_setstacksize(&Attributes, (size_t)Deep * 64 * 5 / 4);
  struct rlimit Limit;
  getrlimit(RLIMIT_STACK, &Limit);
  printf("%ld ", (long)height(Root));
  printf("%ld ", inThread(0, Root));
  printf("%ld\n", inThread(&Attributes, Root));
  printf("%ld\n", (long)Limit.rlim_cur);
  fflush(stdout);
  return system("ulimit -s");
}

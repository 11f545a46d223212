// Mappings that threads make are theirs, next to the stack of a thread, and
// where that of a thread was that has ended.
//
// RUN: %memfacet-clang -O2 -g -pthread %s -o %t
// RUN: for How in --complete --exact; do \
// RUN:   for Run in 1 2 3; do \
// RUN:     %memfacet record $How -o %t.mfp -- %t && \
// RUN:     %expect %t.mfp 'Box.loads == 24 * 262144' || exit 1; \
// RUN:   done || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { Bytes = 1 << 18, Threads = 8, Rounds = 3 };

static void *work(void *Argument) {
  (void)Argument;
  volatile unsigned char *Box = mmap(0, Bytes, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset((void *)Box, 1, Bytes);
  long Others = 0;
  for (int I = 0; I < Bytes; I++)
    Others += Box[I] != 1;
  return (void *)Others;
}

// The stacks of all threads together are more than glibc keeps.
int main(void) {
  long Others = 0;
  for (int Round = 0; Round < Rounds; Round++) {
    pthread_t T[Threads];
    for (int I = 0; I < Threads; I++)
      pthread_create(&T[I], 0, work, 0);
    for (int I = 0; I < Threads; I++) {
      void *Result;
      pthread_join(T[I], &Result);
      Others += (long)Result;
    }
  }
  return Others != 0;
}

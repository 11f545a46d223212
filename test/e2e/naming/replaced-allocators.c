// Programs that bring an allocator of their own: linked with it, shared or
// statically, or preloaded. It is this allocator that serves the program, and
// the heap has its names.
//
// REQUIRES: jemalloc, tcmalloc
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: for Allocator in jemalloc tcmalloc_minimal; do \
// RUN:   %memfacet-clang -O1 -g %s -l$Allocator -o %t.linked && \
// RUN:   %memfacet record -o %t.mfp -- %t.linked $Allocator | grep -x fine && \
// RUN:   %expect %t.mfp 's("Blocks[]").objects == 1000' \
// RUN:     's("Blocks[]").stores == 1000' 's("Blocks[]").loads == 1000' \
// RUN:     'Small.stores == 1' 'Grown.stores == 2000' 'OfThread.stores == 3 * 200' \
// RUN:     's("[unattributed]").accesses == 1' || exit 1; \
// RUN: done
//
// RUN: for Allocator in jemalloc tcmalloc_minimal; do \
// RUN:   Library=$(%clang -print-file-name=lib$Allocator.so) && \
// RUN:   %memfacet record -o %t.mfp -- \
// RUN:     env LD_PRELOAD=$Library %t.prog $Allocator | grep -x fine && \
// RUN:   %expect %t.mfp 's("Blocks[]").objects == 1000' \
// RUN:     's("Blocks[]").stores == 1000' 'Small.stores == 1' 'Grown.stores == 2000' \
// RUN:     'OfThread.stores == 3 * 200' || exit 1; \
// RUN: done
//
// RUN: for Archive in libjemalloc_pic.a libtcmalloc_minimal.a; do \
// RUN:   %memfacet-clangxx -O1 -g -x c++ %s -x none \
// RUN:     $(%clang -print-file-name=$Archive) -o %t.static && \
// RUN:   %memfacet record -o %t.mfp -- %t.static own | grep -x fine && \
// RUN:   %expect %t.mfp 's("Blocks[]").objects == 1000' \
// RUN:     's("Blocks[]").stores == 1000' 'Small.stores == 1' 'Grown.stores == 2000' \
// RUN:     'OfThread.stores == 3 * 200' 'Grown.objects == 1' \
// RUN:     'not any("releases" in note for note in report["notes"])' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *Unused) {
  (void)Unused;
  for (int I = 0; I < 200; ++I) {
    volatile int *OfThread = (volatile int *)malloc(64);
    *OfThread = I;
    free((void *)OfThread);
  }
  return 0;
}

/// The object of malloc_usable_size, after MemFacet's runtime, must be the one
/// that is asked for.
static int isServedBy(const char *Name, const void *Block) {
  void *Function = dlsym(RTLD_NEXT, "malloc_usable_size");
  if (strcmp(Name, "own") == 0) {
    Name = ".static";
    Function = (void *)malloc_usable_size;
  }
  Dl_info Information;
  if (!Function || !dladdr(Function, &Information))
    return 0;
  // A path in memory of the loader, from before anything was recorded.
  return strstr(Information.dli_fname, Name) &&
         malloc_usable_size((void *)Block) >= 100;
}

int main(int Count, char **Arguments) {
  if (Count != 2)
    return 1;
  volatile char *Blocks[1000];
  int Sum = 0;
  for (int I = 0; I < 1000; ++I) {
    Blocks[I] = (volatile char *)malloc(100 + I);
    Blocks[I][I % 100] = 1;
  }
  int Served = isServedBy(Arguments[1], (void *)Blocks[0]);
  for (int I = 0; I < 1000; ++I) {
    Sum += Blocks[I][I % 100];
    free((void *)Blocks[I]);
  }
  char *Small = (char *)calloc(1, 100);
  *(volatile char *)Small = 1;
  char *Grown = Small;
  for (int I = 1; I <= 2000; ++I) {
    Grown = (char *)realloc(Grown, 100 + 16 * I);
    ((volatile char *)Grown)[16 * I] = 1;
  }
  free(Grown);
  pthread_t Handles[3];
  for (int I = 0; I < 3; ++I)
    pthread_create(&Handles[I], 0, work, 0);
  for (int I = 0; I < 3; ++I)
    pthread_join(Handles[I], 0);
  puts(Served && Sum == 1000 ? "fine" : "served by another");
  return 0;
}

// Libraries with large thread-locals can be loaded while the program runs, as
// without us, in any number; and threads that start before and after have their
// counts.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: for I in `seq 20`; do %memfacet-clang -O2 -g -fPIC -shared -DLIBRARY %s \
// RUN:   -o lib$I.so || exit 1; done
// RUN: ! readelf -rW lib1.so | grep 'TPOFF64 *[0-9a-f]*$'
// RUN: %memfacet-clang -O2 -g -pthread %s -o prog
// RUN: for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o p.mfp -- ./prog ./lib*.so | grep '2000 2000 2000' \
// RUN:   && %memfacet check p.mfp && \
// RUN:   %expect p.mfp '40 * 201 <= Big.accesses <= 60 * 201' \
// RUN:     'report["loss"]["lost_order_numbers"] == 0' \
// RUN:     's("[unattributed]").accesses == 0' || exit 1; \
// RUN: done
//
// What a thread does that was there before the library may be the loader's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef LIBRARY
__thread volatile long Big[4096];
__thread volatile int Small;
long touch(int N) {
  for (int I = 0; I != N; ++I)
    Big[I] = Big[I] + I;
  Small = Small + 1;
  return Big[N - 1] + Small;
}
#else
static long (*Touch[32])(int);
static int Count;
static pthread_barrier_t Loaded;

static void callAll(long *Sum) {
  for (int I = 0; I != Count; ++I)
    *Sum += Touch[I](100);
}

static void *run(void *Sum) {
  pthread_barrier_wait(&Loaded);
  callAll(Sum);
  return NULL;
}

int main(int Arguments, char **Words) {
  long Sums[3] = {0};
  pthread_t Early, Late;
  pthread_barrier_init(&Loaded, NULL, 2);
  pthread_create(&Early, NULL, run, &Sums[0]);
  for (; Count + 1 < Arguments; ++Count) {
    void *Library = dlopen(Words[Count + 1], RTLD_NOW);
    if (!Library) {
      puts(dlerror());
      return 1;
    }
    Touch[Count] = (long (*)(int))dlsym(Library, "touch");
  }
  pthread_barrier_wait(&Loaded);
  pthread_join(Early, NULL);
  pthread_barrier_init(&Loaded, NULL, 1);
  pthread_create(&Late, NULL, run, &Sums[1]);
  pthread_join(Late, NULL);
  callAll(&Sums[2]);
  printf("%ld %ld %ld\n", Sums[0], Sums[1], Sums[2]);
}
#endif

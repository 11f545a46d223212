// A forked child tells what it does after the fork, its parent what it did
// before; a child that calls _exit, and an object that is loaded, used and
// unloaded, are written whole.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: for Way in --memfacet-elide --count-blocks; do \
// RUN:   mkdir %t.dir/$Way && \
// RUN:   %memfacet-clang $Way -O2 -g -fPIC -shared -DPLUGIN %s \
// RUN:     -o %t.dir/$Way/plugin.so && \
// RUN:   %memfacet-clang $Way -O2 -g %s -o %t.dir/$Way/prog && \
// RUN:   cd %t.dir/$Way && \
// RUN:   %memfacet record --blocks --interval 5K -o parent.mfp -- ./prog \
// RUN:     > child.pid && \
// RUN:   %memfacet blocks --json parent.mfp > parent.json && \
// RUN:   %memfacet blocks --json parent.$(cat child.pid).mfp > child.json || \
// RUN:   exit 1; done
// RUN: for Who in parent child; do \
// RUN:   %python %S/../reference/same_blocks.py %t.dir/--memfacet-elide/$Who.json \
// RUN:     %t.dir/--count-blocks/$Who.json || exit 1; done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef PLUGIN
long work(long N) {
  volatile long Sum = 0;
  for (long I = 0; I < N; ++I)
    Sum += I ^ N;
  return Sum;
}
#else
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static __attribute__((noinline)) void count(int N) {
  for (volatile int I = 0; I < N; ++I)
    ;
}

static __attribute__((noinline)) void usePlugin(long N) {
  void *Plugin = dlopen("./plugin.so", RTLD_NOW);
  long (*Work)(long) = (long (*)(long))dlsym(Plugin, "work");
  Work(N);
  dlclose(Plugin);
}

int main(void) {
  count(3000);
  usePlugin(500);
  pid_t Child = fork();
  if (Child == 0) {
    count(20000);
    usePlugin(700);
    _exit(0);
  }
  count(100);
  waitpid(Child, 0, 0);
  usePlugin(9000);
  printf("%d\n", (int)Child);
  return 0;
}
#endif

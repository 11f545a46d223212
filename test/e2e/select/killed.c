// Nothing is lost of a process that is killed, ends by itself without exit, or
// becomes another program: what its threads, and those of forked children, have
// counted since their last interval is read in their memory.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %memfacet-clang -O2 -g -pthread %s -o selects
// RUN: %memfacet-clang --count-blocks -O2 -g -pthread %s -o counts
// RUN: for How in exit kill abort term crash _exit quick_exit call exec; do \
// RUN:   %memfacet record -o $How.mfp -- ./selects $How; \
// RUN:   %memfacet report --json $How.mfp > one.json && \
// RUN:   %python %S/Inputs/killed.py $How one.json || exit 1; \
// RUN: done 2>/dev/null > rows
// RUN: FileCheck %s < rows
//
// Each thread has 20,000 loads and stores of the heap, and as many of Table. Who
// is killed may be in the middle of something, so a note says so.
// CHECK: exit Heap 40000 40000 Table 40000 40000
// CHECK-NEXT: kill Heap 40000 40000 Table 40000 40000 killed
// CHECK-NEXT: abort Heap 40000 40000 Table 40000 40000 killed
// CHECK-NEXT: term Heap 40000 40000 Table 40000 40000 killed
// CHECK-NEXT: crash Heap 40000 40000 Table 40000 40000 killed
// CHECK-NEXT: _exit Heap 40000 40000 Table 40000 40000
// CHECK-NEXT: quick_exit Heap 40000 40000 Table 40000 40000
// CHECK-NEXT: call Heap 40000 40000 Table 40000 40000 killed
// CHECK-NEXT: exec Heap 40000 40000 Table 40000 40000
//
// A forked child, whose parent goes on.
// RUN: rm -f *.mfp
// RUN: %memfacet record -o parent.mfp -- ./selects child
// RUN: for I in $(seq 200); do test $(ls *.mfp | wc -l) -eq 2 && break; \
// RUN:   sleep 0.1; done
// RUN: for File in parent.mfp parent.*.mfp; do \
// RUN:   %memfacet report --json $File > one.json && \
// RUN:   %python %S/Inputs/killed.py child one.json || exit 1; \
// RUN: done | FileCheck --check-prefix=CHILD %s
// CHILD: child Heap 40000 40000 Table 40000 40000
// CHILD-NEXT: child Table 20000 20000 killed
//
// A complete trace has everything, and says so; block vectors have it, too.
// RUN: %memfacet record --trace run.mft -o live.mfp -- ./selects kill \
// RUN:   || true
// RUN: %memfacet simulate run.mft -o again.mfp
// RUN: %memfacet report --json again.mfp > one.json
// RUN: %python %S/Inputs/killed.py trace one.json \
// RUN:   | FileCheck --check-prefix=TRACE %s
// TRACE: trace Heap 40000 40000 Table 40000 40000{{ *$}}
// RUN: for How in _exit kill; do \
// RUN:   %memfacet record -o $How.mfp -- ./counts $How; \
// RUN:   %memfacet blocks --csv $How.mfp | grep ,add, > $How.csv || exit 1; done
// RUN: grep -c ",80000," kill.csv && diff _exit.csv kill.csv
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static long *Heap, Table[64];
static pthread_barrier_t Done;

__attribute__((noinline)) static void add(long *To, int Size) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (int I = 0; I < 20000; ++I)
    To[I % Size] += I;
}

static void *work(void *Unused) {
  add(Heap, 100);
  add(Table, 64);
  pthread_barrier_wait(&Done);
  pthread_barrier_wait(&Done);
  return Unused;
}

static void end(const char *How) {
  if (!strcmp(How, "kill"))
    kill(getpid(), SIGKILL);
  if (!strcmp(How, "abort"))
    abort();
  if (!strcmp(How, "term"))
    raise(SIGTERM);
  if (!strcmp(How, "crash"))
    raise(SIGSEGV);
  if (!strcmp(How, "_exit"))
    _exit(0);
  if (!strcmp(How, "quick_exit"))
    quick_exit(0);
  if (!strcmp(How, "call"))
    syscall(SYS_exit_group, 0);
  if (!strcmp(How, "exec"))
    execl("/bin/true", "true", (char *)0);
  if (!strcmp(How, "child")) {
    if (fork() == 0) {
      add(Table, 64);
      kill(getpid(), SIGKILL);
    }
    wait(0);
  }
}

int main(int Count, char **Words) {
  Heap = calloc(100, sizeof *Heap);
  pthread_barrier_init(&Done, 0, 2);
  pthread_t Thread;
  pthread_create(&Thread, 0, work, 0);
  pthread_barrier_wait(&Done);
  add(Heap, 100);
  add(Table, 64);
  end(Words[1]);
  return 0;
}

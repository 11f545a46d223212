// However a program ends, nothing is lost up to its last block: exact counts
// and the program's own exit status.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: for How in return exit _exit abort segfault sigkill quick_exit thread; do \
// RUN:   %memfacet record --complete -o %t.$How.mfp -- %t.prog $How; \
// RUN:   echo "$How: exit code $?"; \
// RUN:   %expect %t.$How.mfp 'Cells.stores == 123457' \
// RUN:     'Cells.loads == 1000' 'Cells.bytes == 4000' || exit 1; \
// RUN: done > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
//
// So is it with a selecting program. If a signal kills it, the report says so.
// Where it crashes in the middle of code that calls nothing, counters do not tell
// whether the last execution of each block there was.
// RUN: for How in return exit _exit abort segfault sigkill quick_exit thread; do \
// RUN:   %memfacet record -o %t.f.$How.mfp -- %t.prog $How; \
// RUN:   echo "$How: exit code $?"; \
// RUN:   case $How in segfault) L=1;; *) L=0;; esac; \
// RUN:   %expect %t.f.$How.mfp "Cells.stores == 123457 - $L" \
// RUN:     "Cells.loads == 1000 - $L" 'Cells.bytes == 4000' || exit 1; \
// RUN: done > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: for How in return exit _exit quick_exit thread; do \
// RUN:   %memfacet report %t.f.$How.mfp | not grep killed || exit 1; \
// RUN: done
// RUN: for How in abort segfault sigkill; do \
// RUN:   %memfacet report %t.f.$How.mfp || exit 1; \
// RUN: done | FileCheck %s --check-prefix=KILLED
// KILLED-COUNT-3: note{{ +}}the program was killed: counts of the loop in which a thread was then are not exact
//
// By itself, without `record`: the same counts.
// RUN: for How in return _exit abort segfault sigkill thread; do \
// RUN:   env MEMFACET_OPTIONS=output=%t.alone.$How.mfp %t.prog $How; \
// RUN:   %expect %t.alone.$How.mfp 'Cells.stores == 123457' \
// RUN:     'Cells.loads == 1000' || exit 1; \
// RUN: done
//
// CHECK: return: exit code 7
// CHECK: exit: exit code 7
// CHECK: _exit: exit code 7
// CHECK: abort: exit code 134
// CHECK: segfault: exit code 139
// CHECK: sigkill: exit code 137
// CHECK: quick_exit: exit code 7
// CHECK: thread: exit code 7
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

volatile int Cells[1000];

static void *leave(void *Unused) {
  exit(7);
  return Unused;
}

static void end(const char *How) {
  if (strcmp(How, "exit") == 0)
    exit(7);
  if (strcmp(How, "_exit") == 0)
    _exit(7);
  if (strcmp(How, "quick_exit") == 0)
    quick_exit(7);
  if (strcmp(How, "abort") == 0)
    abort();
  if (strcmp(How, "segfault") == 0)
    *(volatile int *)8 = 1;
  if (strcmp(How, "sigkill") == 0)
    kill(getpid(), SIGKILL);
  if (strcmp(How, "thread") == 0) {
    pthread_t Handle;
    pthread_create(&Handle, 0, leave, 0);
    pthread_join(Handle, 0);
  }
}

int main(int Argc, char **Argv) {
  (void)Argc;
  struct rlimit NoCore = {0, 0};
  setrlimit(RLIMIT_CORE, &NoCore);
  int Sum = 0;
  for (int I = 0; I < 123457; ++I)
    Cells[I % 1000] = I;
  for (int I = 0; I < 1000; ++I)
    Sum |= Cells[I];
  end(Argv[1]);
  return Sum ? 7 : 0;
}

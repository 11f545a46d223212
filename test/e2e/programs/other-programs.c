// A program starts itself and others by exec, vfork and exec, posix_spawn,
// system: each instrumented process has its own profile, and what the child of
// a vfork does before it execs is its parent's, in whose memory it does it.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -O1 %s -o %t.plain
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: cd %t.dir && %t.plain > expected
// RUN: cd %t.dir && %memfacet record -o parent.mfp -- %t.prog > out
// RUN: cd %t.dir && diff expected out
// RUN: %expect %t.dir/parent.mfp \
// RUN:   'Parent.stores == 100' 'Between.stores == 2 * 3' \
// RUN:   'Children.accesses == 0' 'report["loss"]["unknown_words"] == 0'
// RUN: ls %t.dir/parent.*.mfp | count 4
// RUN: cd %t.dir && for File in parent.*.mfp; do \
// RUN:   %memfacet report --json $File > child.json && \
// RUN:   %expect child.json 'Parent.accesses == 0' 'Children.stores == 7' \
// RUN:     'report["arguments"][0] in ["vforked", "spawned", "shell", "exec"]' \
// RUN:     || exit 1; \
// RUN:   sed -n 's/^    "\(vforked\|spawned\|shell\|exec\)",*$/\1/p' child.json; \
// RUN: done | sort > names
// RUN: FileCheck %s < %t.dir/names
//
// CHECK: exec
// CHECK-NEXT: shell
// CHECK-NEXT: spawned
// CHECK-NEXT: vforked
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
volatile int Parent[100], Between[3], Children[7];
static char Self[4096];

static void finish(const char *What, pid_t Child) {
  int Status = 0;
  waitpid(Child, &Status, 0);
  printf("%s: %d\n", What, WIFEXITED(Status) ? WEXITSTATUS(Status) : -1);
  fflush(stdout);
}

static void touch(void) {
  for (int I = 0; I < 3; ++I)
    Between[I] = I;
}

static void byVfork(const char *Path) {
  char *Arguments[] = {Self, "vforked", 0};
  pid_t Child = vfork();
  if (Child == 0) {
    touch();
    execv(Path, Arguments);
    _exit(errno == ENOENT ? 77 : 78);
  }
  finish("vfork", Child);
}

static void bySpawn(void) {
  char *Arguments[] = {Self, "spawned", 0};
  pid_t Child = 0;
  if (posix_spawn(&Child, Self, 0, 0, Arguments, environ))
    exit(1);
  finish("spawn", Child);
}

static int isChild(char **Arguments) {
  for (int I = 0; I < 7; ++I)
    Children[I] = I;
  printf("%s\n", Arguments[1]);
  if (strcmp(Arguments[1], "shell") != 0)
    return 9;
  fflush(stdout);
  execl("/bin/sh", "sh", "-c", "echo not ours; exit 11", (char *)0);
  return 1;
}

int main(int Count, char **Arguments) {
  long Size = readlink("/proc/self/exe", Self, sizeof(Self) - 1);
  Self[Size] = 0;
  if (Count > 1)
    return isChild(Arguments);
  for (int I = 0; I < 100; ++I)
    Parent[I] = I;
  byVfork(Self);
  byVfork("/does/not/exist");
  bySpawn();
  char Command[5000];
  snprintf(Command, sizeof(Command), "%s shell", Self);
  int Status = system(Command);
  printf("system: %d\n", WEXITSTATUS(Status));
  fflush(stdout);
  pid_t Child = fork();
  if (Child == 0) {
    execl(Self, Self, "exec", (char *)0);
    _exit(1);
  }
  finish("exec", Child);
  return 0;
}

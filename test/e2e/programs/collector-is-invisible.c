// A program that records by itself starts a collector. It must not appear in
// wait(-1), send SIGCHLD, hold the program's pipes open, or get its terminal's
// signals; the program sees the same file descriptors, and what `record` fills
// the environment with is gone.
//
// RUN: %clang -O1 %s -o %t.plain
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %t.plain > %t.expected
// RUN: env MEMFACET_OPTIONS=output=%t.mfp %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: FileCheck %s < %t.out
// RUN: %memfacet record -o %t.2.mfp -- %t.prog > %t.out
// RUN: diff %t.expected %t.out
//
// The reader of a pipe sees its end as soon as the program has ended.
// RUN: env MEMFACET_OPTIONS=output=%t.mfp %t.prog | cat > %t.out
// RUN: diff %t.expected %t.out
//
// CHECK: wait: -1, no child: 1
// CHECK: SIGCHLD: 0
// CHECK: first free descriptor: 3
// CHECK: long variables: 0
// CHECK: own child seen: 1
// CHECK: SIGCHLD: 1
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t Children;

static void onChild(int Signal) {
  (void)Signal;
  Children = Children + 1;
}

extern char **environ;

int main(void) {
  for (int I = 3; I < 20; ++I)
    close(I); // what the test's own runner may have left open
  signal(SIGCHLD, onChild);
  usleep(100000);
  int Status;
  int Waited = waitpid(-1, &Status, __WALL);
  printf("wait: %d, no child: %d\n", Waited, errno == ECHILD);
  printf("SIGCHLD: %d\n", Children);
  int Descriptor = open("/dev/null", O_RDONLY);
  printf("first free descriptor: %d\n", Descriptor);
  close(Descriptor);
  int Long = 0;
  for (char **V = environ; *V; ++V)
    Long += strlen(*V) > 8192;
  printf("long variables: %d\n", Long);
  fflush(stdout);
  pid_t Child = fork();
  if (Child == 0)
    _exit(0);
  while (waitpid(-1, &Status, 0) != Child)
    ;
  printf("own child seen: 1\nSIGCHLD: %d\n", Children);
  return 0;
}

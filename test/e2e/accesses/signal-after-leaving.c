// A signal that comes when a forked child has called _exit does not change how
// it ends, nor runs a handler, while its profile is written.
//
// RUN: %memfacet-clang -O1 -g %s -o %t
// RUN: %t | FileCheck %s
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: bash -c 'cd %t.dir && %memfacet record -- %t' | FileCheck %s
// RUN: bash -c 'cd %t.dir && %memfacet record --complete -- %t' | FileCheck %s
// CHECK: ended by 0
// CHECK-NEXT: ended by 0
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long Table[1 << 16];

static void leaveOther(int Signal) {
  (void)Signal;
  _exit(3);
}

int main(void) {
  setvbuf(stdout, 0, _IONBF, 0);
  for (int WithHandler = 0; WithHandler != 2; ++WithHandler) {
    int Pipe[2], Status;
    if (pipe(Pipe) != 0)
      return 1;
    if (WithHandler)
      signal(SIGTERM, leaveOther);
    pid_t Child = fork();
    if (Child == 0) {
      for (long i = 0; i != 1000000; ++i)
        Table[i * 61 % (1 << 16)] = i;
      // The parent reads the end of the pipe when the descriptor is closed.
      close(Pipe[0]);
      close(Pipe[1]);
      _exit(0);
    }
    close(Pipe[1]);
    char Byte;
    while (read(Pipe[0], &Byte, 1) > 0)
      ;
    close(Pipe[0]);
    usleep(5000);
    kill(Child, SIGTERM);
    waitpid(Child, &Status, 0);
    printf("ended by %d\n", Status);
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that would notice a child that is not its own.
#include "../support/Instrumented.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int Children;
static void onChild(int Signal) { ++Children; }

int main(void) {
  signal(SIGCHLD, onChild);
  for (uint64_t I = 0; I != 50000; ++I)
    recordOne(I);
  int Status;
  pid_t Waited = waitpid(-1, &Status, 0);
  int Echild = Waited == -1 && errno == ECHILD;
  int Fd = open("/dev/null", O_RDONLY);
  printf("children %d echild %d descriptor %d sid %d variable %d\n", Children,
         Echild, Fd, (int)getsid(0), getenv("MEMFACET_REGION_FD") != 0);
  return 0;
}

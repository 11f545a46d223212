// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// forks HOW: records 1, forks; the child records 10, 11 (or many), the
// parent 2.
#include "../support/Instrumented.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int Count, char **Arguments) {
  const char *How = Arguments[1];
  recordOne(1);
  fflush(stdout);
  pid_t Child = !strcmp(How, "vfork") ? vfork() : fork();
  if (Child == 0) {
    if (!strcmp(How, "vfork"))
      _exit(7);
    if (!strcmp(How, "exec")) {
      recordOne(10);
      execl("/bin/true", "true", (char *)0);
    }
    recordOne(10);
    int Records = !strcmp(How, "many") || !strcmp(How, "kill") ? 200000 : 1;
    for (int I = 0; I != Records; ++I)
      recordOne(11 + (uint64_t)I);
    if (!strcmp(How, "kill"))
      kill(getpid(), 9);
    if (!strcmp(How, "_exit"))
      _exit(7);
    exit(7);
  }
  recordOne(2);
  int Status;
  pid_t Waited = waitpid(-1, &Status, 0);
  printf("%d %d\n", Waited == Child,
         WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status));
  return 0;
}

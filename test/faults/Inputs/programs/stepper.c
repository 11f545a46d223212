// Kills a process at one of its instructions.
//
// usage: stepper PROCESS ADDRESS TIMES STEPS: the main thread comes to the
// address for the TIMES-th time, executes STEPS instructions more, and is
// killed. Exit code 2: tracing is not allowed; 1: it ended before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

static pid_t Process;

// Waits until it stops; the signal that is the reason.
static int stopped(void) {
  int Status;
  if (waitpid(Process, &Status, __WALL) != Process || !WIFSTOPPED(Status)) {
    fprintf(stderr, "the process has ended\n");
    exit(1);
  }
  return WSTOPSIG(Status);
}

static void step(void) {
  ptrace(PTRACE_SINGLESTEP, Process, 0, 0);
  stopped();
}

// Until the instruction at the address is the next one.
static void runTo(uintptr_t Address) {
  enum { Breakpoint = 0xcc };
  long Word = ptrace(PTRACE_PEEKTEXT, Process, Address, 0);
  ptrace(PTRACE_POKETEXT, Process, Address, (Word & ~0xffL) | Breakpoint);
  for (int Signal = 0;;) {
    ptrace(PTRACE_CONT, Process, 0, Signal);
    Signal = stopped();
    if (Signal == SIGTRAP)
      break;
  }
  ptrace(PTRACE_POKETEXT, Process, Address, Word);
  struct user_regs_struct Registers;
  ptrace(PTRACE_GETREGS, Process, 0, &Registers);
  Registers.rip = Address;
  ptrace(PTRACE_SETREGS, Process, 0, &Registers);
}

int main(int Count, char **Words) {
  if (Count != 5)
    return 1;
  Process = atoi(Words[1]);
  uintptr_t Address = strtoul(Words[2], 0, 16);
  if (ptrace(PTRACE_SEIZE, Process, 0, 0) != 0) {
    fprintf(stderr, "tracing is not allowed: %s\n", strerror(errno));
    kill(Process, SIGKILL);
    return 2;
  }
  ptrace(PTRACE_INTERRUPT, Process, 0, 0);
  stopped();
  for (long Times = atol(Words[3]); Times > 0; --Times) {
    runTo(Address);
    if (Times > 1)
      step();
  }
  for (long Steps = atol(Words[4]); Steps > 0; --Steps)
    step();
  kill(Process, SIGKILL);
  ptrace(PTRACE_DETACH, Process, 0, 0);
  return 0;
}

// Signals to the recorder reach the program, which decides what they mean; a
// program that is killed leaves a profile and the usual exit code.
//
// RUN: %memfacet-clang %s -o %t
// RUN: rm -f %t.ready %t.mfp
// RUN: bash %S/Inputs/terminate.sh %memfacet %t > %t.out; test $? = 5
// RUN: grep -q "got 15" %t.out
// RUN: test -e %t.mfp
// RUN: %memfacet record -o %t.mfp -- %t 2> %t.err; test $? = 137
// RUN: grep -q "next: memfacet report" %t.err
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void handler(int signal) { got = signal; }

int main(int argc, char **argv) {
  if (argc < 2)
    raise(SIGKILL);
  signal(SIGTERM, handler);
  fclose(fopen(argv[1], "w"));
  while (!got)
    usleep(1000);
  printf("got %d\n", (int)got);
  return 5;
}

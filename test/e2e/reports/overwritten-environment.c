// A program writes its title over its arguments and its environment, as servers
// do. The children are recorded all the same.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %memfacet-clang -O2 -g %s -o %t && %memfacet record -o p.mfp -- %t aaa bbb
// RUN: ls p.*.mfp | count 1 && %expect p.mfp 'Cells.stores == 500'
// RUN: %expect p.*.mfp 'Cells.stores == 1000'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
volatile int Cells[1000];
int main(int argc, char **argv) {
  // As servers do for ps: the title takes the place of arguments and
  // environment.
  char *Begin = argv[0], *End = argv[argc - 1] + strlen(argv[argc - 1]) + 1;
  for (char **E = environ; *E; ++E)
    if (*E == End)
      End += strlen(*E) + 1;
  environ = calloc(1, sizeof *environ);
  memset(Begin, 'T', End - Begin - 1);
  pid_t P = fork();
  if (P == 0) {
    for (int I = 0; I != 1000; ++I)
      Cells[I] = I;
    exit(0);
  }
  int S;
  waitpid(P, &S, 0);

  for (int I = 0; I != 500; ++I)
    Cells[I] = I;
  printf("%d\n", S);
}

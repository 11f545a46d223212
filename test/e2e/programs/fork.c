// Parent and child record into profiles of their own: the child's has its
// process number in the name. What each touches after the fork is in its own.
// The child does not know the names of heap blocks from before the fork.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: cd %t.dir && %memfacet record -o parent.mfp -- %t.prog > child.pid
// RUN: cd %t.dir && \
// RUN:   %memfacet report --json parent.$(cat child.pid).mfp > child.json
// RUN: %expect %t.dir/parent.mfp \
// RUN:   'Both.stores == 1000' 'OfParent.stores == 500' 'OfChild.stores == 0'
// RUN: %expect %t.dir/child.json \
// RUN:   'OfChild.stores == 700' 'OfParent.stores == 0' 'Both.stores == 0' \
// RUN:   's("[unattributed]").loads == 200'
//
// RUN: rm -rf %t.dir/* && cd %t.dir && \
// RUN:   env MEMFACET_OPTIONS=fork=stop %memfacet record -o only.mfp -- %t.prog
// RUN: ls %t.dir | FileCheck %s
//
// CHECK: only.mfp
// CHECK-NOT: only.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int Both[1000], OfParent[500], OfChild[700];

static void fill(volatile int *Cells, int Count) {
  for (int I = 0; I < Count; ++I)
    Cells[I] = I;
}

static int child(volatile int *Kept) {
  long Sum = 0;
  for (int I = 0; I < 200; ++I)
    Sum += Kept[I];
  fill(OfChild, 700);
  return Sum == 200 * 199 / 2 ? 3 : 4;
}

int main(void) {
  volatile int *Kept = malloc(200 * sizeof(int));
  fill(Kept, 200);
  fill(Both, 1000);
  pid_t Child = fork();
  if (Child == 0)
    return child(Kept);
  int Status = 0;
  waitpid(Child, &Status, 0);
  printf("%d\n", (int)Child);
  fill(OfParent, 500);
  return WIFEXITED(Status) && WEXITSTATUS(Status) == 3 ? 0 : 1;
}

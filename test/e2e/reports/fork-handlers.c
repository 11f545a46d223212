// Handlers of pthread_atfork run for the program's own forks, not for those of
// the recording.
//
// RUN: %clang -O2 -w -pthread %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O2 -g -w -pthread %s -o %t && for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 'Before.accesses == 4' 'Parent.accesses == 4' 'Child.accesses == 2' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
volatile int Before, Parent, Child;
static void before(void) { ++Before; }
static void parent(void) { ++Parent; }
static void child(void) { ++Child; }
static void *run(void *P) {
  free(malloc(100));
  return P;
}
__attribute__((constructor)) static void start(void) {
  pthread_atfork(before, parent, child);
}
int main(void) {
  pthread_t T;
  pthread_create(&T, NULL, run, NULL);
  pthread_join(T, NULL);
  printf("%d %d %d\n", Before, Parent, Child);
  fflush(stdout);
  pid_t P = fork();
  if (P == 0) {
    printf("child: %d %d %d\n", Before, Parent, Child);
    fflush(stdout);
    _exit(0);
  }
  waitpid(P, NULL, 0);
  char *Args[] = {"true", NULL};
  posix_spawn(&P, "/bin/true", NULL, NULL, Args, environ);
  waitpid(P, NULL, 0);
  fclose(popen("true", "r"));
  system("true");
  printf("%d %d %d\n", Before, Parent, Child);
}

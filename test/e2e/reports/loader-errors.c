// What the program calls between a failing dlopen and dlerror does not make the
// loader forget the failure.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %clang -w -pthread %s -o prog && ./prog > expected
// RUN: %memfacet-clang -g -w -pthread %s -o prog
// RUN: %memfacet record -o p.mfp -- ./prog > out && diff expected out
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <unistd.h>
static void *run(void *P) { return P; }
static void fail(const char *What) {
  const char *E = dlerror();
  printf("%s: %s\n", What, E ? E : "nothing");
  dlsym(RTLD_DEFAULT, "no_such_name_at_all");
}
int main(void) {
  pthread_mutex_t M = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t C = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t R = PTHREAD_RWLOCK_INITIALIZER;
  sem_t S;
  sem_init(&S, 0, 1);
  dlopen("no_such_library.so", RTLD_NOW);
  pthread_mutex_lock(&M);
  fail("lock");
  pthread_mutex_unlock(&M);
  fail("unlock");
  pthread_cond_signal(&C);
  fail("signal");
  pthread_rwlock_rdlock(&R);
  fail("rdlock");
  sem_wait(&S);
  fail("wait");
  sem_post(&S);
  fail("post");
  void *P = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fail("mmap");
  P = mremap(P, 4096, 8192, MREMAP_MAYMOVE);
  fail("mremap");
  munmap(P, 8192);
  fail("munmap");
  signal(SIGUSR1, SIG_IGN);
  fail("signal");
  struct sigaction A = {0};
  sigaction(SIGUSR2, &A, NULL);
  fail("sigaction");
  prctl(PR_SET_NAME, "abc");
  fail("prctl");
  sbrk(0);
  fail("sbrk");
  shmdt(P);
  fail("shmdt");
  free(malloc(10));
  fail("malloc");
  pthread_t T;
  pthread_create(&T, NULL, run, NULL);
  fail("create");
  pthread_join(T, NULL);
  fail("join");
  jmp_buf B;
  if (!setjmp(B))
    longjmp(B, 1);
  fail("longjmp");
  free(aligned_alloc(64, 64));
  fail("aligned_alloc");
  if (fork() == 0)
    _exit(0);
  fail("fork");
}

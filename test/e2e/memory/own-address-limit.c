// A program that limits its own address space (RLIMIT_AS) may have as much as
// it would without MemFacet, reads the limit that it has set, and hands it on
// to the programs that it executes. The memory of the recording is not counted.
//
// RUN: %clang -O1 %s -o %t.plain && rm -rf %t.d && mkdir -m 777 %t.d && cd %t.d
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: for How in soft hard call; do \
// RUN:   %t.plain $How > %t.expected; \
// RUN:   for Mode in --exact --complete "--lines 1/2"; do \
// RUN:     %memfacet record $Mode -o %t.mfp -- %t.prog $How > %t.out || exit 1; \
// RUN:     diff %t.expected %t.out || exit 1; \
// RUN:   done; \
// RUN:   %t.prog $How > %t.out && diff %t.expected %t.out || exit 1; \
// RUN:   MEMFACET_OPTIONS=record=0 %t.prog $How > %t.out || exit 1; \
// RUN:   diff %t.expected %t.out || exit 1; \
// RUN: done
// RUN: ls %t.d | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s < %t.expected
//
// All is recorded, by collectors.
// FILES: memfacet.mfp
// FILES-NOT: region
//
// CHECK: set: 0
// CHECK: limit: 600 600 600 600, hard: 600
// CHECK: 100 MB: memory, 1 GB: null
// CHECK: child: limit: 600 600 600 600, hard: 600
// CHECK: child: 100 MB: memory, 1 GB: null
// CHECK: thread: 100 MB: memory, 1 GB: null
// CHECK: old: 600, now: 500
// CHECK: too small a hard limit: -1 22
// CHECK: above the hard limit: -1 1
// CHECK: no program: -1 2
// CHECK: limit: 500 500 500 500, hard: 600
// CHECK: 100 MB: memory, 1 GB: null
// CHECK: executed: 512000 614400
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *How;

static int megabytes(rlim_t Limit) {
  return Limit == RLIM_INFINITY ? -1 : (int)(Limit >> 20);
}

static int set(rlim_t Soft, rlim_t Hard) {
  struct rlimit Limit = {Soft, Hard};
  return !strcmp(How, "call")
             ? (int)syscall(SYS_prlimit64, 0, RLIMIT_AS, &Limit, NULL)
             : setrlimit(RLIMIT_AS, &Limit);
}

static void show(const char *Who) {
  struct rlimit A, C, D;
  struct rlimit64 B;
  getrlimit(RLIMIT_AS, &A);
  getrlimit64(RLIMIT_AS, &B);
  prlimit(getpid(), RLIMIT_AS, NULL, &C);
  syscall(SYS_prlimit64, 0, RLIMIT_AS, NULL, &D);
  printf("%slimit: %d %d %d %d, hard: %d\n", Who, megabytes(A.rlim_cur),
         megabytes(B.rlim_cur), megabytes(C.rlim_cur), megabytes(D.rlim_cur),
         megabytes(A.rlim_max));
}

static void allocate(const char *Who) {
  char *volatile Small = malloc(100 << 20), *volatile Large = malloc(1 << 30);
  if (Small)
    memset(Small, 1, 1000);
  printf("%s100 MB: %s, 1 GB: %s\n", Who, Small ? "memory" : "null",
         Large ? "memory" : "null");
  free(Small);
  free(Large);
}

static void *runThread(void *Argument) {
  allocate(Argument);
  return NULL;
}

int main(int Count, char **Arguments) {
  How = Count > 1 ? Arguments[1] : "hard";
  const rlim_t MB = 1 << 20;
  struct rlimit Old;
  getrlimit(RLIMIT_AS, &Old);
  int IsSoft = !strcmp(How, "soft");
  printf("set: %d\n", set(600 * MB, IsSoft ? Old.rlim_max : 600 * MB));
  show("");
  allocate("");
  fflush(stdout);
  if (fork() == 0) {
    show("child: ");
    allocate("child: ");
    return 0;
  }
  wait(NULL);
  pthread_t Thread;
  if (pthread_create(&Thread, NULL, runThread, "thread: ") == 0)
    pthread_join(Thread, NULL);
  struct rlimit New = {500 * MB, IsSoft ? Old.rlim_max : 600 * MB};
  prlimit(0, RLIMIT_AS, &New, &Old);
  getrlimit(RLIMIT_AS, &New);
  printf("old: %d, now: %d\n", megabytes(Old.rlim_cur), megabytes(New.rlim_cur));
  int Result = set(500 * MB, 400 * MB);
  printf("too small a hard limit: %d %d\n", Result, errno);
  fflush(stdout);
  // A user without rights may not raise the limit; this one exists.
  if (fork() == 0) {
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0)
      return 1;
    set(500 * MB, 600 * MB);
    Result = set(500 * MB, 601 * MB);
    printf("above the hard limit: %d %d\n", Result, errno);
    fflush(stdout);
    _exit(0);
  }
  wait(NULL);
  Result = execl("/no/such/program", "program", NULL);
  printf("no program: %d %d\n", Result, errno);
  show("");
  allocate("");
  fflush(stdout);
  execlp("sh", "sh", "-c", "echo executed: $(ulimit -v) $(ulimit -Hv)", NULL);
  return 1;
}

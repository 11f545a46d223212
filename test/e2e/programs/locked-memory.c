// A program that locks all its memory, as those of real-time systems do first,
// locks what it has, and nothing of the recording: it would be more than it may
// lock, and more than there is.
//
// RUN: %clang -O1 %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog > %t.out && diff %t.expected %t.out
// RUN: MEMFACET_OPTIONS=record=0 %t.prog > %t.out && diff %t.expected %t.out
// RUN: %memfacet record -o %t.mfp -- %t.prog call > %t.out
// RUN: diff %t.expected %t.out
// RUN: FileCheck %s < %t.expected
//
// CHECK: all: 0
// CHECK: a megabyte more is locked: 1
// CHECK: less than 32 MB: 1
// CHECK: nothing: 0 0
// CHECK: each page when it is touched: 0
// CHECK: wrong: -1 22
// CHECK: too much: -1 1
// CHECK: nothing: 0
// CHECK: a megabyte is mapped: 1
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ByCall;

static int lockAll(int Flags) {
  return ByCall ? (int)syscall(SYS_mlockall, Flags) : mlockall(Flags);
}

/// In KiB.
static long locked(void) {
  char Line[256];
  long Result = -1;
  FILE *Status = fopen("/proc/self/status", "r");
  while (Status && fgets(Line, sizeof(Line), Status))
    sscanf(Line, "VmLck: %ld", &Result);
  fclose(Status);
  return Result;
}

int main(int Count, char **Arguments) {
  (void)Arguments;
  ByCall = Count > 1;
  struct rlimit Limit;
  getrlimit(RLIMIT_MEMLOCK, &Limit);
  Limit.rlim_cur = Limit.rlim_max < 32 << 20 ? Limit.rlim_max : 32 << 20;
  setrlimit(RLIMIT_MEMLOCK, &Limit);
  if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0)
    return 1;
  printf("all: %d\n", lockAll(MCL_CURRENT | MCL_FUTURE));
  long Before = locked();
  char *volatile Block = malloc(1 << 20);
  memset(Block, 1, 1 << 20);
  printf("a megabyte more is locked: %d\n", locked() >= Before + 1024);
  printf("less than 32 MB: %d\n", locked() < 32 << 10);
  printf("nothing: %d %ld\n", munlockall(), locked());
  printf("each page when it is touched: %d\n",
         lockAll(MCL_CURRENT | MCL_ONFAULT));
  munlockall();
  int Result = lockAll(1 << 20);
  printf("wrong: %d %d\n", Result, errno);
  free(Block);
  Limit.rlim_cur = 64 << 10;
  setrlimit(RLIMIT_MEMLOCK, &Limit);
  Result = lockAll(MCL_CURRENT | MCL_FUTURE);
  printf("too much: %d %d\n", Result, errno == ENOMEM);
  printf("nothing: %ld\n", locked());
  Block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
  printf("a megabyte is mapped: %d\n", Block != MAP_FAILED);
}

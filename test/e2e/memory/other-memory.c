// Memory that no allocator and no mmap gives has a row, too: the program break,
// segments of System V, mappings by plain system calls.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %clang $Level %s -o %t.plain && %t.plain > %t.expected && \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp --all \
// RUN:     's("Moved", "mapping").stores == 1000' \
// RUN:     's("Moved").bytes == 65536 and s("Moved").objects == 1' \
// RUN:     's("Segment", "mapping").stores == 1002' \
// RUN:     's("Again", "mapping").stores == 1003' \
// RUN:     's("Again").bytes == 65536' \
// RUN:     's("Shared", "mapping").stores == 1007' \
// RUN:     's("Alias", "mapping").stores == 1008' \
// RUN:     's("[anonymous mapping]").stores == 1001 + 1004 + 1005 + 1006' \
// RUN:     's("[unattributed]").stores == 0' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { Bytes = 65536 };

static __attribute__((noinline)) void put(volatile char *To, int Count) {
  for (int I = 0; I < Count; ++I)
    To[I * 16] = (char)I;
}

static void moveBreak(void) {
  char *Moved = sbrk(Bytes);
  put(Moved, 1000);
  char *Set = sbrk(0);
  printf("%d\n", brk(Set + Bytes));
  put(Set, 1001);
  printf("%d\n", sbrk(-Bytes) == Set + Bytes);
}

static void attach(void) {
  int Id = shmget(IPC_PRIVATE, Bytes, IPC_CREAT | 0600);
  char *Segment = shmat(Id, NULL, 0);
  char *Again = shmat(Id, NULL, 0);
  shmctl(Id, IPC_RMID, NULL);
  put(Segment, 1002);
  put(Again, 1003);
  printf("%d %d\n", Segment[64], shmdt(Segment));
  printf("%d %d\n", shmdt(Again), shmdt(Again));
}

static void duplicate(void) {
  char *Shared = mmap(NULL, Bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  char *Alias = mremap(Shared, 0, Bytes, MREMAP_MAYMOVE);
  put(Shared, 1007);
  put(Alias, 1008);
  printf("%d\n", Shared[1007 * 16] == Alias[1007 * 16]);
}

static void callTheKernel(void) {
  char *Mapped = (char *)syscall(SYS_mmap, 0, Bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  put(Mapped, 1004);
  Mapped =
      (char *)syscall(SYS_mremap, Mapped, Bytes, 2 * Bytes, MREMAP_MAYMOVE, 0);
  put(Mapped + Bytes, 1005);
  printf("%ld\n", syscall(SYS_munmap, Mapped, 2 * Bytes));
  int Id = shmget(IPC_PRIVATE, Bytes, IPC_CREAT | 0600);
  char *Attached = (char *)syscall(SYS_shmat, Id, 0, 0);
  shmctl(Id, IPC_RMID, NULL);
  put(Attached, 1006);
  printf("%ld\n", syscall(SYS_shmdt, Attached));
  printf("%ld\n", syscall(SYS_mmap, 0, 0, 0, MAP_PRIVATE, -1, 0));
}

int main(void) {
  moveBreak();
  attach();
  duplicate();
  callTheKernel();
}

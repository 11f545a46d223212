// Memory that is mapped twice through memfd_create, or from /dev/zero, has the
// name of the variable. A call of mremap or munmap that fails changes no name.
//
// RUN: %clang -O2 -w %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O2 -g -w %s -o %t && for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 's("r->data", "mapping").accesses == 2 * 1000 * 1000 + 2' 's("Zeros", "mapping").stores == 100' 's("Kept", "mapping").accesses == 200' 's("[unattributed]").accesses == 0' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct ring {
  volatile char *data;
  size_t size, head;
};

static void ring_init(struct ring *r, size_t n) {
  int Fd = memfd_create("ring", 0);
  if (ftruncate(Fd, n))
    abort();
  r->data = mmap(NULL, 2 * n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mmap((void *)r->data, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, Fd,
       0);
  mmap((void *)(r->data + n), n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
       Fd, 0);
  close(Fd);
  r->size = n;
}

int main(void) {
  struct ring *r = calloc(1, sizeof *r);
  ring_init(r, 1 << 16);
  long Sum = 0;
  for (int I = 0; I != 1000; ++I) {
    volatile char *At = r->data + r->head;
    for (int J = 0; J != 1000; ++J)
      At[J] = J;
    for (int J = 0; J != 1000; ++J)
      Sum += At[J];
    r->head = (r->head + 1000) % r->size;
  }
  printf("%ld %d\n", Sum, r->data[5] == r->data[5 + (1 << 16)]);
  int Fd = open("/dev/zero", O_RDWR);
  volatile int *Zeros =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, Fd, 0);
  for (int I = 0; I != 100; ++I)
    Zeros[I] = I;
  volatile int *Kept = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int I = 0; I != 100; ++I)
    Kept[I] = I;
  void *More = mremap((void *)Kept, 8192, 1ul << 46, 0);
  int Result = munmap((void *)Kept, 1ul << 47);
  for (int I = 0; I != 100; ++I)
    Sum += Kept[I];
  printf("%ld %d %d\n", Sum, More == MAP_FAILED, Result);
}

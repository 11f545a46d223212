// Runs out of memory in several ways, and goes on.
//
// usage: memory HOW; the address space may be limited by who starts it
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

volatile int Cells[1000];

__attribute__((noinline)) static void work(int Count) {
  for (int I = 0; I < Count; ++I)
    Cells[I % 1000] = I;
}

static const char *kind(const void *P) { return P ? "memory" : "null"; }

static void huge(void) {
  errno = 0;
  void *A = malloc(SIZE_MAX / 4);
  printf("malloc: %s, %s\n", kind(A), strerror(errno));
  errno = 0;
  void *B = calloc(SIZE_MAX / 8, 16);
  printf("calloc: %s, %s\n", kind(B), strerror(errno));
  void *C = malloc(100);
  memset(C, 1, 100);
  errno = 0;
  void *D = realloc(C, SIZE_MAX / 4);
  printf("realloc: %s, %s, %d\n", kind(D), strerror(errno), ((char *)C)[99]);
  free(C);
  errno = 0;
  void *E = 0;
  int Error = posix_memalign(&E, 4096, SIZE_MAX / 4);
  printf("posix_memalign: %s, %d\n", kind(E), Error);
  errno = 0;
  void *F = aligned_alloc(64, SIZE_MAX / 4 / 64 * 64);
  printf("aligned_alloc: %s, %s\n", kind(F), strerror(errno));
  void *G = mmap(0, SIZE_MAX / 4, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("mmap: %s, %s\n", G == MAP_FAILED ? "failed" : "memory", strerror(errno));
}

/// Large objects that are hardly touched: 64 TiB are more than any machine has.
static void large(void) {
  size_t Bytes = (size_t)1 << 36;
  char *A = mmap(0, Bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (A == MAP_FAILED) {
    printf("none\n");
    return;
  }
  for (size_t I = 0; I < Bytes; I += Bytes / 16)
    A[I] = 1;
  A[Bytes - 1] = 1;
  printf("large: %d\n", A[Bytes - 1] + A[Bytes / 2]);
  munmap(A, Bytes);
}

/// Takes all that there is, gives all back, and works.
static void all(size_t Piece) {
  void *First = 0;
  size_t Count = 0;
  for (void *P; (P = malloc(Piece)); ++Count) {
    *(void **)P = First;
    First = P;
  }
  work(100000);
  void *Null = malloc(Piece);
  printf("then: %s, %s\n", kind(Null), strerror(errno));
  while (First) {
    void *Next = *(void **)First;
    free(First);
    First = Next;
  }
  int *Again = malloc(Piece);
  printf("again: %s, some: %d\n", kind(Again), Count > 10);
}

int main(int Argc, char **Argv) {
  (void)Argc;
  if (!strcmp(Argv[1], "huge"))
    huge();
  if (!strcmp(Argv[1], "large"))
    large();
  if (!strcmp(Argv[1], "all")) {
    // Where the limit comes from within, what is mapped before is not bound.
    struct rlimit Limit = {(rlim_t)atol(Argv[2]) << 20, RLIM_INFINITY};
    if (Limit.rlim_cur && setrlimit(RLIMIT_AS, &Limit) != 0)
      return 1;
    all(1 << 20);
    all(1000);
  }
  work(123457);
  printf("works %d\n", Cells[456]);
  return 7;
}

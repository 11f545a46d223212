// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocates in every way; prints the addresses.
#include "../support/Instrumented.h"
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

static void print(const char *What, void *P) {
  fprintf(stderr, "%s %p\n", What, P);
}

int main(void) {
  recordOne(0xbe9);
  __memfacet_site = 0x5170;
  __memfacet_depth = 3; // a bottom, then two calls
  __memfacet_contexts[1] = 0xc1;
  __memfacet_contexts[2] = 0xc2;
  void *A = malloc(100);
  __memfacet_depth = 70; // the slots have been used again
  for (int I = 0; I < 64; ++I)
    __memfacet_contexts[I] = 0x100 + I;
  void *B = calloc(10, 20);
  __memfacet_depth = 0;
  void *C = realloc(A, 100000);
  errno = 0;
  void *Failed = realloc(C, (size_t)1 << 62);
  int Errno = errno;
  void *D = aligned_alloc(64, 128);
  void *E;
  int Code = posix_memalign(&E, 3, 8); // refused
  posix_memalign(&E, 4096, 8);
  free(B);
  free(0);
  void *F = reallocarray(0, 3, 7);
  void *G = realloc(F, 0);
  recordOne(0xe9d);
  print("A", A), print("B", B), print("C", C), print("D", D), print("E", E);
  print("F", F), print("M", (void *)main);
  fprintf(stderr, "%d %d %d %d\n", Failed == 0, Errno == ENOMEM, Code == EINVAL,
          G == 0);
  return 0;
}

// Lanes that are masked off touch nothing, where a page may not be touched
// either. A lane that faults is a fault of the program's handler, once. The
// same holds for what the C library reads, whose length is measured for the
// report.
//
// REQUIRES: avx2
// RUN: %clang -O2 -w %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clang -O2 -g -w %s -o %t && for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <immintrin.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Page = 4096 };
static char *Pages;
static volatile int Faults;

static void onFault(int Signal, siginfo_t *Info, void *Context) {
  char *At = (char *)((unsigned long)Info->si_addr & ~(Page - 1ul));
  if (At != Pages + Page || Faults == 100)
    _exit(3);
  ++Faults;
  mprotect(At, Page, PROT_READ | PROT_WRITE);
  (void)Signal, (void)Context;
}

static void hide(void) { mprotect(Pages + Page, Page, PROT_NONE); }

__attribute__((noinline, target("avx2"))) static int masked(const int *Last) {
  __m256i Mask = _mm256_setr_epi32(-1, -1, -1, -1, 0, 0, 0, 0);
  __m256i V = _mm256_maskload_epi32(Last, Mask); // four of eight
  __m256i Index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  V = _mm256_add_epi32(V, _mm256_mask_i32gather_epi32(_mm256_setzero_si256(),
                                                      Last, Index, Mask, 4));
  int Out[8], Sum = 0;
  _mm256_storeu_si256((__m256i *)Out, V);
  for (int I = 0; I != 8; ++I)
    Sum += Out[I];
  return Sum;
}

__attribute__((noinline, target("avx2"))) static int gathered(const int *Last) {
  __m256i Index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  __m256i V = _mm256_i32gather_epi32(Last, Index, 4); // faults at the fifth
  int Out[8], Sum = 0;
  _mm256_storeu_si256((__m256i *)Out, V);
  for (int I = 0; I != 8; ++I)
    Sum += Out[I];
  return Sum;
}

int main(void) {
  Pages = mmap(NULL, 2 * Page, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct sigaction Action = {0};
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &Action, NULL);
  int *Last = (int *)(Pages + Page) - 4;
  for (int I = 0; I != 8; ++I)
    Last[I] = I + 1;
  hide();
  int First = masked(Last);
  printf("masked: %d, %d faults\n", First, Faults);
  int Second = gathered(Last);
  printf("gathered: %d, %d faults\n", Second, Faults);
  // The C library meets the page, and so does what measures for the report.
  memset(Pages + Page - 8, 'x', 8);
  memset(Pages + Page, 0, Page);
  strcpy(Pages + Page, "yz");
  hide();
  printf("length: %zu, %d faults\n", strlen(Pages + Page - 8), Faults);
  hide();
  char *Copy = strdup(Pages + Page - 8);
  printf("copy: %s, %d faults\n", Copy, Faults);
  hide();
  printf("compared: %d, %d faults\n",
         strcmp(Pages + Page - 8, "xxxxxxxxyza") < 0, Faults);
  hide();
  memcpy(Pages + Page - 8, "0123456789", 11);
  printf("copied: %s, %d faults\n", Pages + Page - 8, Faults);
  hide();
  char Text[32];
  snprintf(Text, sizeof Text, "%s!", Pages + Page - 8);
  printf("printed: %s, %d faults\n", Text, Faults);
  free(Copy);
}

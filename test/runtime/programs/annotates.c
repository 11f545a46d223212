// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says everything that memfacet.h lets a program say, between two records.
#define __MEMFACET__ 1
#include "../support/Instrumented.h"
#include <errno.h>
#include <memfacet/memfacet.h>
#include <stdio.h>
#include <string.h>

static char Memory[256];

int main(void) {
  char Long[1000];
  memset(Long, 'x', sizeof Long - 1);
  Long[sizeof Long - 1] = 0;
  recordOne(0xbe9);
  errno = 77;
  __memfacet_site = 0x5170;
  __memfacet_depth = 3; // a bottom, then two calls
  __memfacet_contexts[1] = 0xc1;
  __memfacet_contexts[2] = 0xc2;
  char *A = MEMFACET_ALLOC(Memory, 64);
  char *B = MEMFACET_ALLOC_AS(Memory + 64, 8, "twelve chars");
  __memfacet_depth = 0;
  MEMFACET_FREE(A);
  MEMFACET_CLEAR(Memory, 128);
  MEMFACET_NAME(B, "b");
  MEMFACET_REGION(Memory, sizeof Memory, Long);
  MEMFACET_REGION_END(Memory);
  MEMFACET_PHASE("start");
  MEMFACET_ROI_BEGIN();
  MEMFACET_ROI_END();
  // These say nothing.
  char *Nothing = MEMFACET_ALLOC((char *)NULL, 8);
  MEMFACET_FREE(Nothing);
  MEMFACET_CLEAR(Memory, 0);
  MEMFACET_NAME(Memory, "");
  MEMFACET_NAME(Memory, NULL);
  MEMFACET_REGION(Memory, 0, "empty");
  MEMFACET_REGION(Memory, 8, NULL);
  MEMFACET_PHASE(NULL);
  int Errno = errno;
  recordOne(0xe9d);
  fprintf(stderr, "%p %d %d %d\n", (void *)Memory, A == Memory,
          B == Memory + 64 && !Nothing, Errno == 77);
  return 0;
}

// A program may use as much of a block as malloc_usable_size says, and pvalloc
// gives whole pages: those bytes are the block's, too. It is one object.
//
// RUN: for How in "-O0" "-O2"; do \
// RUN:   %memfacet-clang $How -w -g %s -o %t && \
// RUN:   for Mode in "" --exact --complete; do \
// RUN:     %memfacet record $Mode --trace %t.mft -o %t.mfp -- %t > %t.out && \
// RUN:     FileCheck %s < %t.out && %memfacet check %t.mfp %t.mft && \
// RUN:     %expect %t.mfp 's("Text", "heap").objects == 1000' \
// RUN:       's("Text", "heap").bytes == s("Text", "heap").stores' \
// RUN:       's("Text", "heap").stores == 1000 * 24' \
// RUN:       's("Pages", "heap").bytes == 4096' \
// RUN:       's("Pages", "heap").stores == 4096' \
// RUN:       's("[unattributed]").accesses == 0' || { echo "$How $Mode"; exit 1; }; \
// RUN:   done || exit 1; \
// RUN: done
//
// CHECK: 24000 1
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  size_t Sum = 0;
  for (int I = 0; I != 1000; ++I) {
    volatile char *Text = malloc(17);
    size_t Room = malloc_usable_size((void *)Text);
    for (size_t J = 0; J != Room; ++J)
      Text[J] = 1;
    Sum += Room;
  }
  volatile char *Pages = pvalloc(100);
  for (int J = 0; J != 4096; ++J)
    Pages[J] = 1;
  printf("%zu %d\n", Sum, malloc_usable_size(NULL) == 0);
  return 0;
}

// What functions of the C library allocate for their caller has its names, also
// where no hook sees it: in statically linked programs.
//
// RUN: for How in -O0 -O2 "-O0 -static" "-O2 -static"; do \
// RUN:   %clang $How %s -o %t.plain && %t.plain %s > %t.expected && \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t %s > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     'copy.objects == 10 and copy.bytes == 10 * 27' \
// RUN:     'copy.peak_bytes == 27' \
// RUN:     'part.bytes == 6 and part.objects == 1' \
// RUN:     's("line", "heap").objects >= 1' \
// RUN:     's("line", "heap").loads >= 10' \
// RUN:     's("made", "heap").objects == 1' \
// RUN:     's("[unattributed]").loads == 0' || { echo "$How"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int Count, char **Arguments) {
  if (Count != 2)
    return 1;
  long Sum = 0;
  for (int I = 0; I != 10; ++I) {
    volatile char *copy = strdup("a text of twenty-six bytes");
    copy[3] = 'x';
    Sum += copy[4];
    free((void *)copy);
  }
  volatile char *part = strndup("another text", 5);
  Sum += part[2];
  FILE *File = fopen(Arguments[1], "r");
  char *line = NULL;
  size_t Room = 0;
  while (getline(&line, &Room, File) > 0)
    Sum += ((volatile char *)line)[0];
  char *made = NULL;
  if (asprintf(&made, "%d and %d", 7, 8) < 0)
    return 1;
  for (int I = 0; I != 3; ++I)
    Sum += ((volatile char *)made)[I];
  printf("%ld\n", Sum);
  return 0;
}

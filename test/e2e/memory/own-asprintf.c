// A program's own asprintf, in another file, may do something else than the C
// library's: only measure where there is no place for the text, or store none.
// The program runs as without MemFacet, and text that it does store has its
// name.
//
// RUN: for How in -O0 -O2 "-O2 -static"; do \
// RUN:   %memfacet-clang $How -w -g %s -DOTHER -c -o %t.other.o && \
// RUN:   %memfacet-clang $How -w -g %s %t.other.o -o %t.prog && \
// RUN:   for Mode in "" --complete; do \
// RUN:     %memfacet record $Mode -o %t.mfp -- %t.prog > %t.out && \
// RUN:     FileCheck %s < %t.out && \
// RUN:     %expect %t.mfp 's("Stored", "heap").bytes == 6' \
// RUN:       's("Stored", "heap").loads == 1' || { echo "$How $Mode"; exit 1; }; \
// RUN:   done || exit 1; \
// RUN: done
//
// CHECK: 5 5 5 h 1
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef OTHER
int asprintf(char **Result, const char *Text, int Stores) {
  if (Result && Stores) {
    *Result = malloc(strlen(Text) + 1);
    strcpy(*Result, Text);
  }
  return (int)strlen(Text);
}
#else
int asprintf(char **Result, const char *Text, int Stores);

int main(void) {
  int Measured = asprintf(NULL, "hello", 1);
  char *Kept = (char *)16;
  int Again = asprintf(&Kept, "hello", 0);
  char *Stored = NULL;
  int Written = asprintf(&Stored, "hello", 1);
  printf("%d %d %d %c %d\n", Measured, Again, Written,
         *(volatile char *)Stored, Kept == (char *)16);
  free(Stored);
  return 0;
}
#endif

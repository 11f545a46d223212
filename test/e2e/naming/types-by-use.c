// Memory that the source only calls `void *` has the type by which it is used,
// wherever in the program that is: a record, whose parts are reached by other
// pointers, too; numbers; bytes, which are also copied as words, or only read from a
// file; two tables in one block. What is only copied has none.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g %S/../Inputs/used-types/use.c %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 's("Encoder").type == "struct encoder"' \
// RUN:     's("Encoder").element_bytes == 152' \
// RUN:     's("Numbers").type == "short[]"' \
// RUN:     's("Numbers").element_bytes == 2' \
// RUN:     's("Tables").type == "int[] | short[]"' \
// RUN:     's("Text").type == "char[]"' \
// RUN:     's("Pointers").type == "void *[]"' \
// RUN:     's("Declared").type == "int"' \
// RUN:     's("Copied").type == ""' \
// RUN:     's("Read").type == "char[]"' \
// RUN:     's("Unused", "heap").type == ""' \
// RUN:     's("Fields->next").type == "struct list"' \
// RUN:     || exit 1; \
// RUN:   %memfacet report --fields Encoder %t.mfp | FileCheck %s || exit 1; \
// RUN: done
//
// CHECK: struct encoder
// CHECK: range.low
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/used-types/use.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct list {
  void *next;
  int value;
};

int main(void) {
  void *Encoder = malloc(sizeof(struct encoder));
  memset(Encoder, 0, sizeof(struct encoder));
  fillEncoder(Encoder, 100);

  void *Numbers = malloc(1000 * sizeof(short));
  fillNumbers(Numbers, 1000);

  void *Tables = malloc(1000 * (sizeof(short) + sizeof(int)));
  fillTables(Tables, 1000);

  void *Text = malloc(1000);
  memset(Text, 'x', 1000);
  long Sum = readText(Text, 1000);

  void *Pointers = malloc(10 * sizeof(void *));
  fillPointers(Pointers, Text, 10);

  // What is declared counts.
  int *Declared = malloc(80);
  memset(Declared, 0, 80);
  for (int I = 0; I != 80; ++I)
    ((char *)Declared)[I] += I;

  void *Copied = malloc(1000);
  copy(Copied, Text, 1000);
  void *Read = malloc(1000);
  int Zeros = open("/dev/zero", O_RDONLY);
  Sum += read(Zeros, Read, 1000);
  copy(Copied, Read, 500);

  void *volatile Unused = malloc(10);

  struct list *volatile Fields = malloc(sizeof *Fields);
  Fields->next = malloc(sizeof *Fields);
  ((struct list *)Fields->next)->value = 7;
  ((struct list *)Fields->next)->next = NULL;

  printf("%ld %d %d\n", Sum, Declared[3], Unused == NULL);
}

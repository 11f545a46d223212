// One of two libraries that differ in names only: WHO and COUNT say which.
// Loaded one after the other, they lie at the same addresses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

#define PASTE(A, B) A##B
#define NAMED(A, B) PASTE(A, B)
#define Cells NAMED(CellsOf, WHO)
#define Made NAMED(madeBy, WHO)

volatile int Cells[1000];
static volatile int NAMED(OwnOf, WHO)[16];
static _Thread_local volatile int NAMED(LocalOf, WHO)[10];

void work(void) {
  for (int I = 0; I < COUNT; ++I)
    Cells[I] = I;
  volatile int *Made = malloc(COUNT * sizeof(int));
  for (int I = 0; I < COUNT; ++I)
    Made[I] = I;
  free((void *)Made);
  NAMED(LocalOf, WHO)[COUNT % 10] = 1;
  for (int I = 0; I < 9; ++I)
    NAMED(OwnOf, WHO)[I] = I;
}

/// So that the program can tell that the addresses are the same.
void *place(void) { return (void *)Cells; }

/* A shared object that is instrumented: allocates, and has data of its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>

int SharedTable[16];
static long sharedCount;

struct item {
  struct item *next;
  long value;
};

struct item *makeItems(int Count) {
  struct item *Items = NULL;
  for (int I = 0; I < Count; ++I) {
    struct item *Item = malloc(sizeof *Item);
    Item->next = Items;
    Item->value = SharedTable[I % 16] += I;
    ++sharedCount;
    Items = Item;
  }
  return Items;
}

long sharedItems(void) { return sharedCount; }

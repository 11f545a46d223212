// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "modules.h"
#include <stdlib.h>

/// The same name in two files: two structures.
static volatile int Calls[1];

struct item *addItem(struct item *List, int Value) {
  Calls[0] = Value;
  struct item *New = malloc(sizeof(*New));
  New->Value = Value;
  New->Next = List;
  return New;
}

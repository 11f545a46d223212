// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that runs after main: atexit, destructors.
#include "../support/Instrumented.h"
#include <stdlib.h>

static void last(void) { recordOne(3); }
__attribute__((destructor(102))) static void destroy(void) { recordOne(4); }
int main(void) {
  atexit(last);
  recordOne(1);
  return 0;
}

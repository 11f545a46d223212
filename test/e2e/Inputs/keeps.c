/* Not instrumented: allocates what the program gets to see. A last call would
 * be a jump, and the allocator see the program as its caller. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>

int *makeNumbers(int Count) {
  int *Numbers = calloc(Count, sizeof(int));
  if (Numbers)
    Numbers[0] = 1;
  return Numbers;
}
int *growNumbers(int *Old, int Count) {
  int *Numbers = realloc(Old, Count * sizeof(int));
  if (Numbers)
    Numbers[Count - 1] = 1;
  return Numbers;
}

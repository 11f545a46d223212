// Walks some memory, prints its arguments (the first to standard output, the
// second to standard error) and fails with 7.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>

int main(int Count, char **Words) {
  enum { Lines = 4096 };
  long *Walked = malloc(Lines * 64);
  long Sum = 0;
  for (int Round = 0; Round != 8; ++Round)
    for (int I = 0; I != Lines; ++I)
      Sum += Walked[I * 8] += I;
  if (Count > 1)
    puts(Words[1]);
  if (Count > 2)
    fprintf(stderr, "%s\n", Words[2]);
  free(Walked);
  return Sum ? 7 : 0;
}

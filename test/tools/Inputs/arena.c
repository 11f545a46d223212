// An arena, whose code does not show that its chunks are for others, and a
// plain wrapper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
#include <string.h>

static char *Chunk;
static size_t Left;

__attribute__((noinline)) static void *arena_get(size_t Bytes) {
  if (Bytes > Left) {
    Chunk = malloc(4096);
    Left = 4096;
  }
  Left -= Bytes;
  return Chunk + Left;
}

__attribute__((noinline)) static char *duplicate(const char *Of) {
  char *copy = malloc(strlen(Of) + 1);
  return strcpy(copy, Of);
}

int main(void) {
  int *Numbers = arena_get(400);
  char *Text = duplicate("text");
  for (volatile int I = 0; I < 100; ++I)
    Numbers[I] = I;
  return Numbers[3] != 3 || Text[1] != 'e';
}

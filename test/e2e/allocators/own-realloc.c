// A program's own realloc that calls its own malloc and free, as most do: the
// block is alive until free releases it, so what realloc copies counts for it,
// and stays alive if there is no memory. New memory that malloc puts into its
// list by free, as the textbook's does, is no release of a block. Some accesses
// to heads, which are in the lines of blocks, count for these.
//
// RUN: for How in -O0 -O2 "-O2 -flto"; do \
// RUN:   %clang $How -w %s -o %t.plain && %t.plain > %t.expected && \
// RUN:   %memfacet-clang $How -w -g %s -o %t && \
// RUN:   for Mode in "" --complete; do \
// RUN:     %memfacet record $Mode --trace %t.mft -o %t.mfp -- %t > %t.out && \
// RUN:     diff %t.expected %t.out && %memfacet check %t.mfp %t.mft && \
// RUN:     %expect %t.mfp \
// RUN:       's("Rows", "heap").peak_bytes == 8000 + 16000' \
// RUN:       '3000 <= s("Rows", "heap").stores < 3010' \
// RUN:       '5000 <= s("Rows", "heap").loads < 5010' \
// RUN:       '4 <= s("Small", "heap").loads < 10' \
// RUN:       'not any("releases" in note for note in report["notes"])' || { echo "$How $Mode"; exit 1; }; \
// RUN:   done || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

struct Head {
  struct Head *Next;
  size_t Bytes;
};
static struct Head *List;

void free(void *Block) {
  if (!Block)
    return;
  struct Head *H = (struct Head *)Block - 1;
  H->Next = List;
  List = H;
}

void *malloc(size_t Bytes) {
  if (Bytes > 1 << 20)
    return NULL;
  Bytes = (Bytes + 15) & ~(size_t)15;
  for (;;) {
    for (struct Head **At = &List; *At; At = &(*At)->Next)
      if ((*At)->Bytes >= Bytes) {
        struct Head *Found = *At;
        *At = Found->Next;
        return Found + 1;
      }
    struct Head *Fresh = sbrk(sizeof *Fresh + Bytes);
    if (Fresh == (void *)-1)
      return NULL;
    Fresh->Bytes = Bytes;
    free(Fresh + 1);
  }
}

void *realloc(void *Old, size_t Bytes) {
  if (Old && ((struct Head *)Old - 1)->Bytes >= Bytes)
    return Old;
  void *Fresh = malloc(Bytes);
  if (!Fresh || !Old)
    return Fresh;
  volatile long *From = Old, *To = Fresh;
  size_t Count = ((struct Head *)Old - 1)->Bytes / sizeof *To;
  for (size_t I = 0; I != Count; ++I)
    To[I] = From[I];
  free(Old);
  return Fresh;
}

int main(void) {
  volatile long *Rows = NULL;
  for (int Count = 1000; Count <= 2000; Count += 1000) {
    Rows = realloc((void *)Rows, Count * sizeof *Rows); // copies 1000
    for (int I = Count - 1000; I != Count; ++I)
      Rows[I] = I;
  }
  long Sum = 0;
  for (int I = 0; I != 2000; ++I)
    Sum += Rows[I];
  int Failed = !realloc((void *)Rows, 1 << 21);
  for (int I = 0; I != 2000; ++I)
    Sum += Rows[I];
  volatile char *Small = NULL;
  for (int Bytes = 64; Bytes >= 32; Bytes /= 2) {
    Small = realloc((void *)Small, Bytes); // in place
    Sum += Small[3] + Small[31];
  }
  free((void *)Small);
  printf("%ld %d\n", Sum, Failed);
  return 0;
}

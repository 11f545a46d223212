// Functions that make room at the end of a buffer and move its cursor hand out
// nothing: the buffer grows by realloc, wherever that is called and however it
// gets the block.
//
// RUN: %memfacet-clang -O1 -g -Rpass=memfacet-pools %s -DOTHER -c -o %t.o
// RUN: %memfacet-clang -O1 -g -Rpass=memfacet-pools %s %t.o -o %t 2> %t.remarks
// RUN: not grep remark %t.remarks
// RUN: %memfacet record -o %t.mfp -- %t
// RUN: %memfacet report %t.mfp --all | grep -c '^b->ptr ' | grep 4
// RUN: %expect %t.mfp 's("[unattributed]").accesses == 0'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *other(void **Block, size_t Size);

#ifdef OTHER
void *other(void **Block, size_t Size) {
  void *New = realloc(*Block, Size);
  return *Block = New;
}
#else
struct buffer {
  char *ptr;
  uint32_t used, size;
};
#define APART __attribute__((noinline))

static APART void grow(char **Block, uint32_t *Room, size_t Size) {
  if (*Room >= Size)
    return;
  *Block = realloc(*Block, Size * 2);
  *Room = Size * 2;
}
APART char *extendByAddress(struct buffer *b, size_t n) {
  grow(&b->ptr, &b->size, b->used + n);
  char *End = b->ptr + b->used;
  b->used += n;
  return End;
}

static APART void *sized(size_t Size, void *Block) {
  return realloc(Block, Size);
}
APART char *extendSizeFirst(struct buffer *b, size_t n) {
  if (b->used + n > b->size) {
    b->size = (b->used + n) * 2;
    b->ptr = sized(b->size, b->ptr);
  }
  char *End = b->ptr + b->used;
  b->used += n;
  return End;
}

static APART void exchange(char **Block, size_t Old, size_t Size) {
  char *New = malloc(Size);
  if (*Block)
    memcpy(New, *Block, Old);
  free(*Block);
  *Block = New;
}
APART char *extendByCopy(struct buffer *b, size_t n) {
  if (b->used + n > b->size) {
    b->size = (b->used + n) * 2;
    exchange(&b->ptr, b->used, b->size);
  }
  char *End = b->ptr + b->used;
  b->used += n;
  return End;
}

APART char *extendElsewhere(struct buffer *b, size_t n) {
  if (b->used + n > b->size) {
    b->size = (b->used + n) * 2;
    b->ptr = other((void **)&b->ptr, b->size);
  }
  char *End = b->ptr + b->used;
  b->used += n;
  return End;
}

static struct buffer By[4];

int main(void) {
  for (int I = 0; I != 200; ++I) {
    memset(extendByAddress(&By[0], 10), 'a', 10);
    memset(extendSizeFirst(&By[1], 10), 'b', 10);
    memset(extendByCopy(&By[2], 10), 'c', 10);
    memset(extendElsewhere(&By[3], 10), 'd', 10);
  }
  return By[0].ptr[3] + By[1].ptr[3] + By[2].ptr[3] + By[3].ptr[3] -
         ('a' + 'b' + 'c' + 'd');
}
#endif

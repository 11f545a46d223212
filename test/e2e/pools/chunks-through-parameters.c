// A function that hands out pieces may store a new chunk where a parameter
// points to: the chunk has the name of its type, not that of the variable in
// which the caller puts a piece. A function that returns what it has stored
// there makes it for the caller.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang $Level -g %s -o %t && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t && \
// RUN:   %expect %t.mfp --all \
// RUN:     's("Token", "heap").objects == 1000' \
// RUN:     's("Token", "heap").type == "struct token"' \
// RUN:     's("struct zone", "heap").objects == 3' \
// RUN:     's("Piece", "heap").objects == 1000' \
// RUN:     's("struct block", "heap").objects == 3' \
// RUN:     's("Ring", "heap").objects == 1' \
// RUN:     's("Ring", "heap").type == "struct ring"' || { echo "$Level"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

enum { Room = 8192, Count = 1000, Bytes = 24 };

struct zone {
  char *Begin;
  size_t Used, Room;
  struct zone *Previous;
};
static void *take(struct zone **Zone, size_t Wanted) {
  if (!*Zone || (*Zone)->Used + Wanted > (*Zone)->Room) {
    struct zone *Fresh = malloc(sizeof *Fresh + Room);
    Fresh->Begin = (char *)(Fresh + 1);
    Fresh->Used = 0;
    Fresh->Room = Room;
    Fresh->Previous = *Zone;
    *Zone = Fresh;
  }
  void *Here = (*Zone)->Begin + (*Zone)->Used;
  (*Zone)->Used += Wanted;
  return Here;
}

struct block {
  size_t Used;
  char Cells[Room];
};
static void *cut(struct block **Block, size_t Wanted) {
  if (!*Block || (*Block)->Used + Wanted > Room) {
    *Block = malloc(sizeof **Block);
    (*Block)->Used = 0;
  }
  void *Here = (*Block)->Cells + (*Block)->Used;
  (*Block)->Used += Wanted;
  return Here;
}

struct ring {
  struct ring *Next;
  volatile long Value;
};
static struct ring *ring(struct ring **Place) {
  struct ring *Fresh = malloc(sizeof *Fresh);
  Fresh->Next = Fresh;
  *Place = Fresh;
  return *Place;
}

struct token {
  volatile int Kind;
  char Text[Bytes - sizeof(int)];
};
struct piece {
  volatile long Key, Rest[2];
};

int main(void) {
  struct zone *Zone = NULL;
  struct block *Block = NULL;
  struct ring *Last = NULL;
  for (int I = 0; I != Count; ++I) {
    struct token *Token = take(&Zone, sizeof *Token);
    Token->Kind = I;
    struct piece *Piece = cut(&Block, sizeof *Piece);
    Piece->Key = I;
  }
  struct ring *Ring = ring(&Last);
  Ring->Value = 1;
  return Last != Ring;
}

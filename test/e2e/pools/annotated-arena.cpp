// An arena of templates: what it makes is named by the variables and members
// that receive it, and arenas lie inside one another.
//
// RUN: %memfacet-clangxx -O0 -g %s -o %t.O0
// RUN: %memfacet record -o %t.O0.mfp -- %t.O0
// RUN: %memfacet-clangxx -O2 -g %s -o %t.O2
// RUN: %memfacet record -o %t.O2.mfp -- %t.O2
// RUN: %expect %t.O0.mfp \
// RUN:   's("T->Root").stores == 3' 's("T->Root").objects == 3' \
// RUN:   'Words.stores == 100' 's("inner arena").stores == 5' \
// RUN:   's("of the inner").stores == 2' 'report["notes"] == []'
// RUN: %expect %t.O2.mfp \
// RUN:   's("T->Root").stores == 3' 's("T->Root").objects == 3' \
// RUN:   'Words.stores == 100' 's("inner arena").stores == 5' \
// RUN:   's("of the inner").stores == 2' 'report["notes"] == []'
//
// The compiler sees by itself what the arena hands out.
// RUN: for Level in 0 2; do \
// RUN:   %memfacet-clangxx -O$Level -DSEEN -g %s -o %t.seen && \
// RUN:   %memfacet record -o %t.seen.mfp -- %t.seen && \
// RUN:   %expect %t.seen.mfp \
// RUN:     's("T->Root").stores == 3' 's("T->Root").objects == 3' \
// RUN:     'Words.stores == 100' 's("inner arena").stores == 5' \
// RUN:     's("of the inner").stores == 2' 'report["notes"] == []' || exit 1; \
// RUN: done
//
// RUN: %clangxx -std=c++11 -Wall -Wextra -pedantic -Werror -I %source/include \
// RUN:   %s -o %t.plain
// RUN: %t.plain
// RUN: llvm-nm %t.plain > %t.symbols
// RUN: not grep -i memfacet_ %t.symbols
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <memfacet/memfacet.h>
#include <stdlib.h>

#ifdef SEEN
#define HANDED_OUT(Pointer, Bytes) (Pointer)
#else
#define HANDED_OUT(Pointer, Bytes) MEMFACET_ALLOC(Pointer, Bytes)
#endif

class Arena {
public:
  explicit Arena(char *Begin) : Next(Begin) {}
  template <class T> T *make(size_t Count = 1) {
    char *Result = Next;
    Next += (Count * sizeof(T) + 63) / 64 * 64;
    return static_cast<T *>(HANDED_OUT((void *)Result, Count * sizeof(T)));
  }

private:
  char *Next;
};

struct Leaf {
  volatile long Value;
};
struct Tree {
  Leaf *Root;
};

int main() {
  char *Chunk = static_cast<char *>(aligned_alloc(64, 1 << 18));
  Arena Outer(Chunk);
  Tree Trees[3];
  for (Tree &T : Trees) {
    T.Root = Outer.make<Leaf>();
    T.Root->Value = 1;
  }
  volatile long *Words = Outer.make<volatile long>(100);
  for (int I = 0; I != 100; ++I)
    Words[I] = I;
  char *Part = Outer.make<char>(4096);
  MEMFACET_NAME(Part, "inner arena");
  for (int I = 0; I != 5; ++I)
    *(volatile char *)(Part + 64 * I) = 1;
  volatile char *Slice = MEMFACET_ALLOC_AS(Part + 128, 64, "of the inner");
  Slice[0] = Slice[63] = 2;
  free(Chunk);
  return 0;
}

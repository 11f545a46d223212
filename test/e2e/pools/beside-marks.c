// What lies next to a mark in its line of 64 bytes, in a local or in a mapping,
// is not the mark's.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %memfacet record --complete -o %t.complete.mfp -- %t.prog
// RUN: %expect %t.mfp 's("inner").stores == 300' 's("inner").loads == 0' \
// RUN:   'Frame.stores == 200' 's("piece").stores == 300' \
// RUN:   'Mapped.stores == 200'
// RUN: %expect %t.complete.mfp 's("inner").stores == 300' 's("inner").loads == 0' \
// RUN:   'Frame.stores == 200' 's("piece").stores == 300' \
// RUN:   'Mapped.stores == 200'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memfacet/memfacet.h>
#include <sys/mman.h>

struct Parts {
  volatile long Before[2];
  volatile long Room[3];
  volatile long After[3];
};

__attribute__((noinline)) static void use(struct Parts *P) {
  for (int I = 0; I != 100; ++I) {
    P->Before[1] = I;
    P->Room[0] = P->Room[1] = P->Room[2] = I;
    P->After[0] = I;
  }
}

__attribute__((noinline)) static void onTheStack(void) {
  struct Parts Frame __attribute__((aligned(64)));
  MEMFACET_REGION((void *)Frame.Room, sizeof Frame.Room, "inner");
  use(&Frame);
  MEMFACET_REGION_END((void *)Frame.Room);
}

int main(void) {
  onTheStack();
  struct Parts *Mapped =
      mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Mapped == MAP_FAILED)
    return 1;
  MEMFACET_REGION((void *)Mapped->Room, sizeof Mapped->Room, "piece");
  use(Mapped);
}

// Elements on lines of their own of which 12 bytes are members: the padding is
// to be left out, though one member is hardly used. Keys of 8 bytes that
// pointers lead to may be kept in the table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' > out
// RUN: FileCheck %s < %t/out
// RUN: FileCheck %s --check-prefix=KEYS < %t/out
// CHECK: Seeds (array: 20.0 K Seed of 64 B)
// CHECK-SAME: 52 of its 64 bytes are padding
// CHECK-SAME: ; saves
// CHECK-NOT: move the others elsewhere
// KEYS: (single objects: 20.0 K unsigned long of 8 B)
// KEYS-SAME: in the order of their use (a pool); saves
// KEYS-SAME: Or, if one pointer points to each, keep it where the pointer is.

#include <cstdio>
#include <cstdlib>

struct alignas(64) Seed {
  float Size, Age;
  int Left;
};

int main() {
  constexpr unsigned Count = 20000;
  Seed *Seeds = new Seed[Count]();
  unsigned long **Keys = new unsigned long *[Count];
  for (unsigned I = 0; I != Count; ++I) {
    Keys[I] = new unsigned long;
    *Keys[I] = I * 7919UL % Count;
  }
  float Sum = 0;
  unsigned long Place = 1, Found = 0;
  for (int Round = 0; Round != 20; ++Round) {
    for (unsigned I = 0; I != Count; ++I) {
      Seeds[I].Age += Seeds[I].Size + 0.5F;
      Sum += Seeds[I].Age;
      if (Seeds[I].Age > 8)
        Seeds[I].Age = 0, --Seeds[I].Left;
    }
    for (unsigned I = 0; I != Count; ++I) {
      Place = Place * 6364136223846793005UL + 1442695040888963407UL;
      Found += *Keys[(Place >> 33) % Count];
    }
  }
  std::printf("%f %lu\n", double(Sum), Found);
}

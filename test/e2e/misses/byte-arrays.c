// Arrays of bytes with records in them: of one type, it is a buffer whose
// elements want another order; of several types, an allocator's memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' > out
// RUN: FileCheck %s < %t/out
// RUN: FileCheck %s --check-prefix=MEMORY < %t/out
// CHECK: of L1 misses: Buffer (
// CHECK-SAME: most at byte-arrays.c:{{[0-9]+}}. Sort the work by address
// CHECK-SAME: If Buffer is the memory of an allocator of the program's own, write
// MEMORY: of L1 misses: Memory (
// MEMORY-SAME: most at byte-arrays.c:{{[0-9]+}}. If Memory is the memory of an allocator of the program's own, write

#include <stdio.h>

struct Message {
  unsigned Number, Length;
};
struct Node {
  struct Node *Next;
  long Key;
};

enum { Bytes = 1 << 20, Room = 64 };
static unsigned char Buffer[Bytes], Memory[Bytes];

int main(void) {
  unsigned long Place = 1, Sum = 0;
  for (int I = 0; I != 200000; ++I) {
    Place = Place * 6364136223846793005UL + 1442695040888963407UL;
    unsigned long Start = (Place >> 33) % (Bytes / Room) * Room;
    Sum += ((struct Message *)(Buffer + Start))->Number++;
    if (Place >> 63)
      Sum += (unsigned long)((struct Node *)(Memory + Start))->Key++;
    else
      Sum += ((struct Message *)(Memory + Start))->Length++;
  }
  printf("%lu\n", Sum);
}

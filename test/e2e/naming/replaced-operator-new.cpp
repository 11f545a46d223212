// An allocator that brings its own operator new, which malloc does not see:
// what C++ allocates has its names, and is there as long as it lives. A program
// that defines operator new itself names by the caller, and once.
//
// REQUIRES: jemalloc, tcmalloc
// RUN: for How in "" -ljemalloc -ltcmalloc_minimal -static \
// RUN:     $(%clang -print-file-name=libtcmalloc_minimal.a) -DOWN; do \
// RUN:   %memfacet-clangxx -std=c++20 -O1 -g %s $How -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog > %t.out && \
// RUN:   grep -x 4950 %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     'Node.objects == 100' 'Node.stores == 200' 'Node.type == "Item"' \
// RUN:     'Node.peak_bytes == 100 * 16' \
// RUN:     'Array.objects == 50' 'Array.stores == 50' \
// RUN:     'Array.peak_bytes == 400' 'Array.bytes == 50 * 400' \
// RUN:     's("Numbers", "heap").peak_bytes >= 1000 * 4' \
// RUN:     's("Numbers", "heap").stores >= 1000' \
// RUN:     'Nothrow.objects == 1' 'Wide.objects == 1' \
// RUN:     's("[unattributed]").accesses == 0' \
// RUN:     'not any("releases" in note for note in report["notes"])' || { echo "$How"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

struct Item {
  volatile int Value;
  Item *volatile Next;
};

struct alignas(64) WideItem {
  volatile char Bytes[64];
};

#ifdef OWN
void *operator new(std::size_t Size) {
  void *Block = std::malloc(Size);
  if (!Block)
    throw std::bad_alloc();
  return Block;
}
void operator delete(void *Block) noexcept { std::free(Block); }
void operator delete(void *Block, std::size_t) noexcept { std::free(Block); }
#endif

int main() {
  Item *List = nullptr;
  for (int I = 0; I != 100; ++I) {
    Item *Node = new Item;
    Node->Value = I;
    Node->Next = List;
    List = Node;
  }
  int Sum = 0;
  while (List) {
    Item *Next = List->Next;
    Sum += List->Value;
    delete List;
    List = Next;
  }
  for (int I = 0; I != 50; ++I) {
    volatile int *Array = new int[100];
    Array[I] = I;
    delete[] Array;
  }
  std::vector<int> Numbers;
  for (int I = 0; I != 1000; ++I)
    Numbers.push_back(I);
  volatile int *Nothrow = new (std::nothrow) int;
  *Nothrow = Numbers[7];
  delete Nothrow;
  WideItem *Wide = new WideItem;
  Wide->Bytes[3] = 1;
  delete Wide;
  std::printf("%d\n", Sum);
}

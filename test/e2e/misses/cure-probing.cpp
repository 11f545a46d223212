// A hash table with linear probing: each search begins at random and goes on in
// the next slot. That is no walk across rows, be it steps from one struct to
// the next or strides of a line: what a search does not compare is better
// elsewhere. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog rows 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=ROWS
// CHECK-NOT: walk along
// CHECK: 1. {{9[0-9.]+|100.0}} % of L1 misses: Slots
// CHECK-SAME: It is entered at random and searched from there: keep what the search compares in an array without the rest, or make the elements smaller
// ROWS-NOT: walk along
// ROWS: 1. {{9[0-9.]+|100.0}} % of L1 misses: Rows
// ROWS-SAME: It is entered at random and searched from there: keep what the search compares in an array without the rest, or make the elements smaller
// ROWS-NOT: walk along

#include <cstdio>
#include <cstdlib>
#include <vector>

struct Slot {
  unsigned long Key = 0;
  double Amount = 0;
  char Note[48] = {};
};

constexpr unsigned long Count = 1 << 14, Searches = 1 << 17;

static unsigned long hash(unsigned long Key) {
  Key *= 0xff51afd7ed558ccd;
  return (Key ^ (Key >> 33)) % Count;
}

static unsigned long *Rows;

/// Returns the number of keys that searches find; Stored(slot) is the key
/// there.
template <typename Place> static unsigned long found(Place Stored) {
  for (unsigned long Key = 1; Key <= Count * 3 / 4; ++Key) {
    unsigned long I = hash(Key);
    while (Stored(I) != 0)
      I = (I + 1) % Count;
    Stored(I) = Key;
  }
  unsigned long Found = 0;
  for (unsigned long N = 1; N <= Searches; ++N) {
    unsigned long Key = N * 7919 % (2 * Count), I = hash(Key);
    while (Stored(I) != 0 && Stored(I) != Key)
      I = (I + 1) % Count;
    Found += Stored(I) != 0;
  }
  return Found;
}

int main(int Argc, char **) {
  if (Argc > 1) {
    Rows = static_cast<unsigned long *>(calloc(Count, 64));
    auto *Table = reinterpret_cast<unsigned long(*)[8]>(Rows);
    printf("%lu\n",
           found([=](unsigned long I) -> auto & { return Table[I][0]; }));
    return 0;
  }
  std::vector<Slot> Slots(Count);
  printf("%lu\n",
         found([&](unsigned long I) -> auto & { return Slots[I].Key; }));
  return 0;
}

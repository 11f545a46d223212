// A chained hash table of the program's own, with far too few lists: a pool
// does not shorten the lists, more of them do. With enough of them, a search
// looks at one node or two, which have no order of use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 4096 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 65536 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=SHORT
// CHECK-NOT: (a pool)
// CHECK: % of L1 misses{{.*}}(linked list: 32.8 K Table<unsigned long>::Cell of 24 B)
// CHECK-SAME: has 4096 lists of 8.0 elements on average, and a search looks at {{[3-5][.0-9]+}}: give the table 8.0 times as many lists (buckets); saves about
// CHECK-NOT: (a pool)
// SHORT-NOT: (a pool)
// SHORT: % of L1 misses{{.*}}(linked list: 32.8 K Table<unsigned long>::Cell of 24 B)
// SHORT-SAME: It is entered at random: keep the first entry in the table itself, or make its elements smaller
// SHORT-NOT: (a pool)

#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename Value> class Table {
  struct Cell {
    unsigned long Key;
    Value Payload;
    Cell *Next;
  };
  std::vector<Cell *> Heads;

  unsigned long slot(unsigned long Key) const {
    return (Key * 0x9E3779B97F4A7C15 >> 20) % Heads.size();
  }

public:
  explicit Table(unsigned long Lists) : Heads(Lists) {}
  Value *find(unsigned long Key) {
    for (Cell *C = Heads[slot(Key)]; C; C = C->Next)
      if (C->Key == Key)
        return &C->Payload;
    return nullptr;
  }
  void insert(unsigned long Key, Value Payload) {
    Cell *&Head = Heads[slot(Key)];
    Head = new Cell{Key, Payload, Head};
  }
};

int main(int, char **Arguments) {
  constexpr unsigned long Count = 1 << 15;
  Table<unsigned long> Words(strtoul(Arguments[1], nullptr, 10));
  for (unsigned long Key = 0; Key != Count; ++Key)
    Words.insert(Key, Key / 2);
  unsigned long State = 88172645463325252, Sum = 0;
  for (int I = 0; I != 1 << 18; ++I) {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    if (unsigned long *Payload = Words.find((State >> 20) % Count))
      Sum += *Payload;
  }
  printf("%lu\n", Sum);
}

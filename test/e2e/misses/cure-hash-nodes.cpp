// Nodes of a hash table are removed and added all the time, and each search
// begins at another one: a pool has no order of use to keep. Entries in the
// table itself save the access to the node.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --exact --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// CHECK-NOT: (a pool)
// CHECK: 1. {{[5-9][0-9.]+}} % of L1 misses{{[^:]*}}: Index (nodes) (hash table
// CHECK-SAME: It is entered at random: keep the first entry in the table itself, or make its elements smaller
// CHECK-NOT: (a pool)

#include <cstdio>
#include <unordered_map>

int main() {
  std::unordered_map<unsigned long, unsigned long> Index;
  unsigned long State = 88172645463325252, Found = 0;
  for (int I = 0; I < 100000; ++I) {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    unsigned long Key = (State >> 20) % 8192;
    if (auto Entry = Index.find(Key); Entry == Index.end())
      Index[Key] = State;
    else if (State % 8 == 0)
      Index.erase(Entry);
    else
      Found += Entry->second % 2;
  }
  printf("%lu\n", Found);
}

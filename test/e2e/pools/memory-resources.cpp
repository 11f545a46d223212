// std::pmr: whatever the resource is, the container names its memory. Memory
// that a resource hands through is one object.
//
// RUN: for How in -O0 -O2; do \
// RUN:   %memfacet-clangxx -std=c++17 $How -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t > %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     's("Numbers", "heap").objects == 1' 's("Numbers", "heap").bytes == 8000' \
// RUN:     's("Numbers", "heap").stores >= 1000' \
// RUN:     's("Items (nodes)").objects == 100' \
// RUN:     's("Items (nodes)").peak_bytes == 50 * 24' \
// RUN:     's("Table (nodes)").objects == 50' \
// RUN:     's("Plain", "heap").objects == 1' 's("Plain", "heap").bytes == 2000' \
// RUN:     'not report["notes"]' || { echo "$How"; exit 1; }; \
// RUN: done
// RUN: %clangxx -std=c++17 -O2 %s -o %t.plain
// RUN: %t.plain > %t.out.plain
// RUN: diff %t.out %t.out.plain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <list>
#include <map>
#include <memory_resource>
#include <vector>

int main() {
  std::pmr::monotonic_buffer_resource Monotonic(1 << 16);
  std::pmr::unsynchronized_pool_resource Pool;
  std::pmr::vector<long> Numbers(&Monotonic);
  Numbers.reserve(1000);
  for (int I = 0; I < 1000; ++I)
    Numbers.push_back(I);
  long Sum = 0;
  std::pmr::list<int> Items(&Pool);
  for (int Round = 0; Round < 2; ++Round) {
    for (int I = 0; I < 50; ++I)
      Items.push_back(I);
    for (int Item : Items)
      Sum += Item;
    Items.clear();
  }
  std::pmr::map<int, int> Table(&Monotonic);
  for (int I = 0; I < 50; ++I)
    Table[I] = I;
  std::pmr::vector<int> Plain;
  Plain.reserve(500);
  for (int I = 0; I < 500; ++I)
    Plain.push_back(I);
  for (long Number : Numbers)
    Sum += Number;
  std::printf("%ld\n", Sum + Plain[3] + Table[3]);
  return 0;
}

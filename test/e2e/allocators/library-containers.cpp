// The containers of the standard library, of libstdc++ and of every libc++ that
// there is: what each of them allocates, by one table.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx -std=c++20 $Level -g %s -o %t && \
// RUN:   %memfacet record -o %t.mfp -- %t && \
// RUN:   %python %S/../Inputs/check-containers.py %t.mfp || { echo "$Level"; exit 1; }; \
// RUN:   for Root in %libcxx_roots; do \
// RUN:     %memfacet-clangxx -w -std=c++20 $Level -g -nostdinc++ \
// RUN:       -isystem $Root/include/c++/v1 %s -nostdlib++ $Root/lib/libc++.a \
// RUN:       $Root/lib/libc++abi.a -o %t && \
// RUN:     %memfacet record -o %t.mfp -- %t && \
// RUN:     %python %S/../Inputs/check-containers.py %t.mfp || { echo "$Level $Root"; exit 1; }; \
// RUN:   done || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>

struct Item {
  long Key = 0, Value = 0;
};

std::vector<long> Vector;
std::vector<bool> Bits;
std::valarray<double> Numbers;
std::string Text;
std::basic_string<char16_t> Wide;
std::deque<Item> Deque;
std::list<long> List;
std::forward_list<long> Forward;
std::map<long, Item> Map;
std::multimap<long, Item> MultiMap;
std::set<long> Set;
std::multiset<long> MultiSet;
std::unordered_map<long, Item> HashMap;
std::unordered_multimap<long, Item> HashMultiMap;
std::unordered_set<long> HashSet;
std::unordered_multiset<long> HashMultiSet;
std::unordered_map<std::string, long> Counts;
std::queue<long> Queue;
std::priority_queue<long> Heap;
std::vector<std::string> Lines;
std::vector<std::vector<int>> Grid;
std::shared_ptr<Item> Shared, Single;
std::unique_ptr<Item> Unique;
std::unique_ptr<Item[]> Several;

static std::string longText(long I) {
  return "a text that is too long for the object itself: " + std::to_string(I);
}

int main() {
  Vector.reserve(100);
  Bits.resize(10000);
  Numbers.resize(100);
  Text.assign(1000, 'x');
  Wide.assign(1000, u'x');
  Lines.resize(100);
  Grid.assign(5, std::vector<int>(7));
  for (long I = 0; I != 100; ++I) {
    Vector.push_back(I);
    Numbers[size_t(I)] = double(I);
    Deque.push_back({I, I});
    List.push_back(I);
    Forward.push_front(I);
    Map[I].Value = I;
    MultiMap.insert({I, Item()});
    Set.insert(I);
    MultiSet.insert(I);
    HashMap[I].Value = I;
    HashMultiMap.insert({I, Item()});
    HashSet.insert(I);
    HashMultiSet.insert(I);
    Counts[longText(I)] = I;
    Queue.push(I);
    Heap.push(I);
    Lines[size_t(I)] = longText(I);
  }
  Shared.reset(new Item);
  Single = std::make_shared<Item>();
  Unique = std::make_unique<Item>();
  Several = std::make_unique<Item[]>(10);
  Shared->Key = Single->Key = Unique->Key = Several[3].Key = 3;
  long Sum = Vector[3] + long(Numbers[3]) + Shared->Key + Map[3].Value +
             HashMap[3].Value + Text[3] + Wide[3] + Bits[3] + Grid[3][3];
  std::printf("%ld\n", Sum);
}

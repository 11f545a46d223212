// What containers allocate is called after the member that is the container,
// the first of its class included, and by what it is for.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx -std=c++20 $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 's("Orders.ById (nodes)").objects == 500' \
// RUN:     's("Orders.ById (nodes)").type == "std::unordered_map<long, Order>"' \
// RUN:     's("Orders.ById (buckets)").objects > 1' \
// RUN:     's("Orders.ById (buckets)").peak_bytes > 500 * 8' \
// RUN:     's("Orders.Names (nodes)").objects == 500' \
// RUN:     's("Orders.Names[]").objects == 500' \
// RUN:     's("Orders.Numbers (nodes)").objects == 500' \
// RUN:     's("Orders.Numbers (characters)").objects == 500' \
// RUN:     's("Orders.Queue (blocks)").objects >= 500 * 16 // 512' \
// RUN:     's("Orders.Queue (map)").objects > 0' \
// RUN:     's("Orders.Recent (nodes)").objects == 500' \
// RUN:     's("Orders.Open", "heap").objects == 10' \
// RUN:     's("Text", "heap").objects == 1' \
// RUN:     's("Letters", "heap").objects == 1' \
// RUN:     || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

struct Order {
  long Id;
  double Price;
};

struct Book {
  std::unordered_map<long, Order> ById;
  std::map<int, std::string> Names;
  std::map<std::string, int> Numbers;
  std::deque<Order> Queue;
  std::list<int> Recent;
  std::vector<int> Open;
};

static Book Orders;
static std::vector<char> Letters;

int main() {
  for (int I = 0; I != 500; ++I) {
    Orders.ById[I] = {I, 1.5};
    Orders.Names[I].assign(100, 'x');
    Orders.Queue.push_back({I, 2.5});
    Orders.Recent.push_back(I);
    Orders.Open.push_back(I);
  }
  std::string Key(100, 'k');
  for (int I = 0; I != 500; ++I) {
    Key[I % 100] += 1;
    Orders.Numbers[Key] = I;
  }
  std::string Text;
  Text.assign(1000, 'y');
  Letters.resize(1000);
  double Sum = double(Text[7]) + double(Letters[7]);
  for (const auto &[Id, O] : Orders.ById)
    Sum += O.Price;
  std::printf("%.1f\n", Sum);
}

// A container's memory is named by the container, as its owner declared it.
// RUN: %clangxx -O2 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

struct Order {
  long Id;
  std::string Note;
};

namespace market {
class Book {
  std::unordered_map<long, Order> Orders;
  std::vector<double> Levels;

public:
  // CHECK-DAG: !{!"_ZN6market4Book3addEl", i32 [[@LINE+1]], i32 23, !"market::Book::Orders", !"std::unordered_map<long, Order>",
  void add(long Id) { Orders[Id].Id = Id; }
  // CHECK-DAG: !{!"_ZN6market4Book4pushEd", i32 [[@LINE+1]], i32 32, !"market::Book::Levels", !"std::vector<double>", i32 24, i32 7, i32 0}
  void push(double L) { Levels.push_back(L); }
};
} // namespace market

static std::map<std::string, int> Index;

int main() {
  market::Book B;
  B.add(1);
  B.push(2);
  // CHECK-DAG: !{!"main", i32 [[@LINE+1]], i32 9, !"Index", !"std::map<std::string, int>", i32 48, i32 7, i32 0}
  Index.emplace("key", 1);
  // CHECK-DAG: !{!"main", i32 [[@LINE+1]], i32 33, !"Row", !"std::vector<std::vector<int>>", i32 24, i32 7, i32 0}
  std::vector<std::vector<int>> Row(10);
  // CHECK-DAG: !{!"main", i32 [[@LINE+1]], i32 10, !"Row[]", !"std::vector<int>", i32 24, i32 7, i32 0}
  Row[3].resize(100);
  // CHECK-DAG: !{!"main", i32 [[@LINE+1]], i32 14, !"Raw", !"int", i32 4, i32 5, i32 0}
  int *Raw = new int[100];
  int Sum = Raw[3];
  delete[] Raw;
  return Sum;
}

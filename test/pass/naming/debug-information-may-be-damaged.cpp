// Debug information that is damaged at random crashes nothing.
//
// RUN: %clangxx -std=c++20 -g -O1 -fno-exceptions -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: %python %S/../Inputs/damage.py %t.ll 1 60 %opt -load-pass-plugin=%plugin \
// RUN:   -passes=memfacet-pools,memfacet-names,memfacet-record | FileCheck %s
// CHECK-NOT: seed
// CHECK:     60 tried, most accepted
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <vector>

struct Base {
  virtual ~Base() = default;
  int Kind : 3, Rest : 5;
};
struct Node : Base {
  long Value;
  Node *Next;
  union {
    int Number;
    char *Text;
  };
};
template <class T, int N> struct Pool {
  T *Cells = nullptr;
  T *take(int Count) { return Cells = new T[Count + N]; }
};
namespace space {
typedef Pool<Node, 3> Nodes;
static Nodes Kept;
} // namespace space

int main(int Count, char **) {
  auto Shared = std::make_shared<Node>();
  std::unique_ptr<std::vector<long>> Unique(new std::vector<long>(3));
  int Squares[4][5] = {};
  static Node Nodes[4];
  auto Get = [&](int I) { return Squares[I][I] + space::Kept.take(I)->Kind; };
  Nodes[Count].Next = new Node;
  return Shared->Value + Get(Count) + (*Unique)[Count];
}

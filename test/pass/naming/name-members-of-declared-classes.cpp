// Where no constructor of a class is compiled, the debug information only
// declares the class: its members are distinguished by their offsets.
// RUN: %clangxx -O2 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | opt -load-pass-plugin=%plugin -passes=memfacet-names -S | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

struct Holder {
  std::vector<int> First;
  std::vector<double> Second;
  Holder();
  void add();
};

// CHECK-DAG: !{!"_ZN6Holder3addEv", i32 [[@LINE+1]], i32 29, !"Holder::(at 24)",
void Holder::add() { Second.push_back(1); }

// The vectors that a method of a template class fills are arrays of their own
// elements: not of the class that holds them, in whose bytes they are not.
// Their place is the method, not the variable of the class.
//
// RUN: %memfacet-clang++ -O2 -g %s -o %t
// RUN: %memfacet record -o %t.mfp -- %t
// RUN: %expect %t.mfp 's("solver (source)").type == "std::vector<int>"' \
// RUN:   's("solver (cost)").type == "std::vector<double>"' \
// RUN:   's("solver (source)").element_bytes == 4' \
// RUN:   's("solver (cost)").bytes == 8 * 50000'
// RUN: %memfacet report %t.mfp | FileCheck %s
// CHECK: what costs most
// CHECK: solver (cost) (array: 50.0 K double of 8 B)
// CHECK-NOT: Solver<Graph, double> of
// CHECK: solver (cost) heap std::vector<double> {{.*}}member-vectors.cpp:[[#]] Solver<Graph, double>::reset
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <vector>

template <class Graph, class Cost> class Solver {
public:
  explicit Solver(const Graph &G) : Input(G) {}
  Cost run() {
    reset();
    Cost Sum = 0;
    for (int Round = 0; Round != 5; ++Round)
      for (int I = 0; I != Input.Arcs; ++I)
        Sum += cost[I] + parent[source[I]];
    return Sum;
  }

private:
  void reset() {
    source.resize(Input.Arcs);
    cost.resize(Input.Arcs);
    parent.resize(Input.Nodes);
    for (int I = 0; I != Input.Arcs; ++I) {
      source[I] = I % Input.Nodes;
      cost[I] = I;
    }
  }

  const Graph &Input;
  std::vector<int> source;
  std::vector<Cost> cost;
  std::vector<int> parent;
  double More[40];
};

struct Graph {
  int Nodes, Arcs;
};

int main() {
  Graph Input{10000, 50000};
  Solver<Graph, double> solver(Input);
  printf("%f\n", solver.run());
}

//===- MadeGraph.h - graphs of reuse by hand --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_THREADS_COMMUNICATION_MADEGRAPH_H
#define MEMFACET_TEST_UNIT_THREADS_COMMUNICATION_MADEGRAPH_H

#include "analysis/threads/communication/ReuseGraph.h"
#include "test/support/Wings.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace memfacet::test {

struct MadeEdge {
  uint32_t Source, Target;
  double Weight;
  double Chained = 0;
};

/// Vertices as pairs of cache and whether they write.
inline ReuseGraph
madeGraph(const std::vector<std::pair<uint32_t, bool>> &Vertices,
          const std::vector<MadeEdge> &Edges) {
  ReuseGraph G;
  for (uint32_t I = 0; I != Vertices.size(); ++I) {
    ReuseVertex V;
    V.Site = I, V.Cache = Vertices[I].first, V.Writes = Vertices[I].second;
    G.Vertices.push_back(V);
    G.Caches = std::max(G.Caches, V.Cache + 1);
  }
  for (const MadeEdge &E : Edges)
    G.Edges.push_back({E.Source, E.Target, E.Weight, E.Chained, 0, false, {}});
  G.index();
  return G;
}

} // namespace memfacet::test

#endif

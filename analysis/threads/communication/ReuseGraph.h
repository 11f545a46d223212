//===- ReuseGraph.h - a graph of reuse pairs ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This is the weighted directed graph of A. Sandberg and S. Kaxiras, "Efficient
// detection of communication in multi-cores" (2009), section 2.2, with three
// changes, which docs/internals/communication.md explains. A vertex also has a
// data structure. It may have the cache that touched the line before. A
// probability is a share of what enters a vertex, not of what leaves it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_REUSEGRAPH_H
#define MEMFACET_THREADS_COMMUNICATION_REUSEGRAPH_H

#include "analysis/result/profile/PairSample.h"
#include "analysis/threads/communication/ThreadMap.h"
#include "memfacet/Check.h"
#include <span>

namespace memfacet::threads {

/// A place in the code where it accesses a structure through a cache.
struct ReuseVertex {
  uint32_t Site = 0; ///< index into PairSample::Sites
  StructureId Structure;
  uint32_t Cache = 0;
  /// Cache of the line's previous touch; UnknownThread: not distinguished.
  uint32_t PreviousCache = result::UnknownThread;
  bool Writes = false;
  /// Choices whose line was not touched again, and accesses after a choice
  /// whose line was not touched again.
  double Dangling = 0, ChainedDangling = 0;
};
/// ReuseVertex::PreviousCache of vertices that are first touches of lines.
constexpr uint32_t NoPreviousCache = result::UnknownThread - 1;

/// The reuse pairs from one vertex to another one.
struct ReuseEdge {
  uint32_t Source = 0, Target = 0;
  double Weight = 0;  ///< sampled pairs
  double Chained = 0; ///< of them, those that begin after a choice
  /// The share of pairs that have bytes in common.
  double Overlapping = 0;
  /// Source writes, and the bytes of lines that its cache writes in its
  /// structure are not among those that the cache of Target touches in the
  /// structure of Target.
  bool IsDisjoint = false;
  /// Pairs by octave of the units of all threads between both ends, as
  /// PairCount::Distances.
  std::vector<double> Distances;
};

struct ReuseGraph {
  std::vector<ReuseVertex> Vertices;
  /// Sorted by Target, then Source; one for each pair of ends.
  std::vector<ReuseEdge> Edges;
  std::vector<uint32_t> EdgesInto; ///< first edge into each vertex, and the end
  uint32_t Caches = 0;
  /// Whether weights have pairs that begin with a choice and pairs in chain:
  /// two samples of the same pairs.
  bool HasChains = false;
  std::vector<std::vector<uint32_t>> Threads; ///< of each cache, sorted
  /// By cache: its share of the units of all threads; the sum is 1.
  std::vector<double> CacheShares;

  std::span<const ReuseEdge> incoming(size_t Vertex) const {
    MEMFACET_CHECK(Vertex + 1 < EdgesInto.size(), "index comes first");
    return std::span(Edges).subspan(EdgesInto[Vertex],
                                    EdgesInto[Vertex + 1] - EdgesInto[Vertex]);
  }
  /// Sorts the edges and fills EdgesInto.
  void index();
};

struct GraphOptions {
  ThreadMap Map;
  /// Distinguishes vertices by the previous cache, where the sample has it and
  /// at least this number of choices for each of them on average; 0: never. The
  /// same as HotSpotOptions::LeastPerVertex: fewer choices say nothing about a
  /// vertex.
  double LeastRefined = 5;
};

/// Makes the graph of \p S. Threads that share a cache are one, and so are
/// sites with the same place and kind. Caches are numbered from 0 in the order
/// of their threads.
ReuseGraph makeReuseGraph(const result::PairSample &S,
                          const GraphOptions &Options);

} // namespace memfacet::threads

#endif

//===- ReuseGraph.h - who touches lines after whom ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This is the weighted directed graph of A. Sandberg and S. Kaxiras, "Efficient
// detection of communication in multi-cores" (2009), section 2.2, with three
// changes, which docs/internals/communication.md explains. A vertex also knows
// the data structure. It may know whose cache touched the line before. And a
// probability is a share of what enters a vertex, not of what leaves it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_REUSEGRAPH_H
#define MEMFACET_THREADS_COMMUNICATION_REUSEGRAPH_H

#include "analysis/result/profile/PairSample.h"
#include "analysis/threads/communication/ThreadMap.h"
#include <span>

namespace memfacet::threads {

/// A place in the code where it accesses a structure through a cache.
struct ReuseVertex {
  uint32_t Site = 0; ///< index into PairSample::Sites
  StructureId Structure;
  uint32_t Cache = 0;
  /// Cache of the last touch of the line before; UnknownBefore: not told apart.
  uint32_t PreviousCache = result::UnknownThread;
  bool Writes = false;
  /// Choices whose line nobody touched again, and accesses that came after a
  /// choice where that is so.
  double Dangling = 0, ChainedDangling = 0;
};
/// ReuseVertex::Before, of first touches of lines.
constexpr uint32_t NoPreviousCache = result::UnknownThread - 1;

/// Lines went on from one vertex to the next.
struct ReuseEdge {
  uint32_t Source = 0, Target = 0;
  double Weight = 0;  ///< sampled pairs
  double Chained = 0; ///< of them, those that begin behind a choice
  /// Share of the weight: pairs that have bytes in common.
  double Overlapping = 0;
  /// From writes, and neither its cache's writes nor the accesses of the cache
  /// of To to this structure were seen to have bytes of lines in common.
  bool IsDisjoint = false;
  /// Pairs by octave of the units of all threads between both ends, as
  /// PairCount::Distances.
  std::vector<double> Distances;
};

struct ReuseGraph {
  std::vector<ReuseVertex> Vertices;
  std::vector<ReuseEdge> Edges; ///< by To, then From; no two have both the same
  std::vector<uint32_t> EdgesInto; ///< first edge into each vertex, and the end
  uint32_t Caches = 0;
  /// Weights are of pairs that begin with a choice and of pairs in chain: two
  /// samples of the same.
  bool HasChains = false;
  std::vector<std::vector<uint32_t>> Threads; ///< of each cache, sorted
  /// Of the units of all threads, those of each cache; sum 1.
  std::vector<double> CacheShares;

  std::span<const ReuseEdge> incoming(size_t Vertex) const {
    return std::span(Edges).subspan(EdgesInto[Vertex],
                                    EdgesInto[Vertex + 1] - EdgesInto[Vertex]);
  }
  /// Sorts the edges and fills EdgesInto.
  void index();
};

struct GraphOptions {
  ThreadMap Map;
  /// Tell vertices apart by the cache before, where the sample knows it and has
  /// at least this many choices for each of them on average; 0: never. As
  /// HotSpotOptions::LeastPerVertex: fewer would say nothing of a vertex.
  double LeastRefined = 5;
};

/// Threads that share a cache are one, and sites with the same place and kind.
/// Caches are numbered from 0 in the order
/// of their threads.
ReuseGraph makeReuseGraph(const result::PairSample &S,
                          const GraphOptions &Options);

} // namespace memfacet::threads

#endif

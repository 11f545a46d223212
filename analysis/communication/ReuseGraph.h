//===- communication/ReuseGraph.h - who touches lines after whom ----------===//
//
// The weighted directed graph of A. Sandberg and S. Kaxiras, "Efficient
// detection of communication in multi-cores" (2009), section 2.2, with three
// changes (docs/communication.md says why): its vertices know the data
// structure, too; they may know whose cache touched the line before; and what
// is a probability is a share of what enters a vertex, not of what leaves one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_COMMUNICATION_REUSEGRAPH_H
#define MEMFACET_COMMUNICATION_REUSEGRAPH_H

#include "analysis/communication/ThreadMap.h"
#include "analysis/profile/PairSample.h"
#include <span>

namespace memfacet {

/// A place in the code where it accesses a structure through a cache.
struct ReuseVertex {
  uint32_t Site = 0; ///< index into PairSample::Sites
  StructureId Structure;
  uint32_t Cache = 0;
  /// Cache of the last touch of the line before; UnknownBefore: not told apart.
  uint32_t Before = UnknownBefore;
  bool Writes = false;
  uint64_t Bytes = 0; ///< of lines, that it touches: as PairVertex::Bytes
  /// Choices that were the first touch of a line, where there are clearly some;
  /// of the site, structure and cache, at one of their vertices.
  double FirstTouches = 0;
  double Dangling = 0; ///< choices whose line nobody touched again
};

/// Lines went on from one vertex to the next.
struct ReuseEdge {
  uint32_t From = 0, To = 0;
  double Weight = 0; ///< sampled pairs
  double Overlapping =
      0; ///< share of the weight: pairs that have bytes in common
  /// From writes, and neither its cache's writes nor the accesses of the cache
  /// of To to this structure were seen to have bytes of lines in common.
  bool Apart = false;
  /// Pairs by octave of the units of all threads between both ends, as
  /// PairCount::Distances.
  std::vector<uint64_t> Distances;
};

struct ReuseGraph {
  std::vector<ReuseVertex> Vertices;
  std::vector<ReuseEdge> Edges; ///< by To, then From; no two have both the same
  std::vector<uint32_t> EdgesInto; ///< first edge into each vertex, and the end
  uint32_t Caches = 0;
  std::vector<std::vector<uint32_t>> Threads; ///< of each cache, sorted
  /// Of the units of all threads, those of each cache; sum 1.
  std::vector<double> CacheShares;

  std::span<const ReuseEdge> into(size_t Vertex) const {
    return std::span(Edges).subspan(EdgesInto[Vertex],
                                    EdgesInto[Vertex + 1] - EdgesInto[Vertex]);
  }
  /// Sorts the edges and fills EdgesInto.
  void index();
};

struct GraphOptions {
  ThreadMap Map;
  /// Tell vertices apart by the cache before, where the sample knows it and has
  /// at least this many choices for each of them on average; 0: never.
  double LeastRefined = 50;
};

/// Threads that share a cache are one, and sites with the same place and kind.
/// Caches are numbered from 0 in the order
/// of their threads.
ReuseGraph makeReuseGraph(const PairSample &S, const GraphOptions &Options);

} // namespace memfacet

#endif

//===- HotSpots.h - places with misses by writes of other threads ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_HOTSPOTS_H
#define MEMFACET_THREADS_COMMUNICATION_HOTSPOTS_H

#include "analysis/threads/communication/CommunicationModel.h"
#include "analysis/threads/communication/ExpectedRange.h"

namespace memfacet::threads {

struct BootstrapPlan {
  unsigned Replicas = 100; ///< 0: no intervals
  uint64_t Seed = 1;
  ModelOptions Model = {};
};

/// Computes 95 % intervals by B. Efron's bootstrap (Annals of Statistics 7,
/// 1979): draws each count of pairs again, from the Poisson distribution with
/// the sampled count as mean, and solves the model again. Deviations are
/// narrowed by sqrt(1 - 1/Period), as all pairs are known with a period of 1.
/// Sums vertices by \p Groups (by vertex: a number below \p Count) into
/// \p Invalidated and \p Sent, which stay empty without replicas. Returns the
/// 95 % interval of the misses of all vertices that writes caused.
ExpectedRange bootstrap(const ReuseGraph &G, const BootstrapPlan &Plan,
                        std::span<const uint32_t> Groups, size_t Count,
                        std::vector<ExpectedRange> &Invalidated,
                        std::vector<ExpectedRange> &Sent);

/// A place whose writes caused misses of a hot-spot.
struct HotSpotCause {
  uint32_t Site = 0; ///< index into PairSample::Sites
  StructureId Structure;
  double Misses = 0;             ///< those whose latest foreign write is here
  std::vector<uint32_t> Threads; ///< whose caches write there
};

/// A place in the code and a structure, all caches together.
struct HotSpot {
  uint32_t Site = 0; ///< index into PairSample::Sites
  StructureId Structure;
  std::vector<uint32_t> Threads; ///< whose caches miss there
  ExpectedCounts Expected;
  double Low = 0, High = 0;         ///< of Expected.Invalidated, 95 %
  double SentLow = 0, SentHigh = 0; ///< of Expected.Sent
  std::vector<HotSpotCause> Causes; ///< of hot spots; most misses first
  double Choices = 0;               ///< that the expectation is based on
  bool Reliable = false; ///< Choices are as many as HotSpotOptions requires
  bool Hot = false;      ///< Reliable, and misses are above the threshold
};

struct HotSpotOptions {
  GraphOptions Graph;
  /// A spot is hot if its misses by writes of other caches are more than this
  /// share of all accesses...
  double HotShare = 0.0005;
  double HotCount = 0; ///< ... or, if this is not 0, than this count
  /// The filters of the paper, section 3; its vertices are places and caches.
  double LeastChoices = 10, LeastPerVertex = 5;
  /// The model of the counts and of their ranges; the period is that of the
  /// sample.
  BootstrapPlan Bootstrap = {};
};

struct HotSpotStudy {
  /// Spots that lose lines to writes or take lines from other caches; most
  /// misses first.
  std::vector<HotSpot> Spots;
  ExpectedCounts Total;
  double Low = 0, High = 0; ///< of Total.Invalidated
  double Threshold = 0;     ///< misses that make a spot hot
  uint32_t Vertices = 0, Edges = 0;
  std::vector<std::vector<uint32_t>> Threads; ///< of each cache
  std::vector<double> MissRatios;             ///< by cache
};

/// Returns the hot-spots of \p S, which is not empty.
HotSpotStudy findHotSpots(const result::PairSample &S,
                          const HotSpotOptions &Options);

} // namespace memfacet::threads

#endif

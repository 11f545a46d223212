//===- RankCounts.h - what each rank counted, and which ranks differ ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_MERGE_RANKCOUNTS_H
#define MEMFACET_RESULT_MERGE_RANKCOUNTS_H

#include "analysis/result/profile/Profile.h"

namespace memfacet::result {

/// Counts of one rank in all structures that it touched.
struct RankCounts {
  uint64_t Instructions = 0;
  uint32_t Threads = 0;
  Counts Total;
  std::vector<Counts> ByStructure; ///< index: StructureId, all of the profile
};

/// Returns counts in the order of Profile::Ranks.
std::vector<RankCounts> countsByRank(const Profile &P);

/// A rank that misses more, or less, than the others.
struct RankDifference {
  /// Most ranks of which a spread says little.
  static constexpr size_t Few = 4;
  /// Limit with at most Few ranks: a part of the median of the others.
  static constexpr double FewShare = 0.2;
  /// Limit with more ranks: robust standard deviations from the median of all.
  static constexpr double Deviations = 3;
  /// Part of the misses of an average rank, in the level, that a difference
  /// must have.
  static constexpr double LeastShare = 0.01;

  size_t Rank = 0; ///< in Profile::Ranks
  StructureId Structure;
  size_t Level = 0;
  uint64_t Misses = 0;
  double Median = 0;    ///< that the rank was compared with
  double Deviation = 0; ///< robust, of all ranks; 0 with few ranks
};

/// Returns ranks whose misses of a structure differ, by how many misses, the
/// largest difference first. Has the first level that differs for each rank and
/// structure. If two ranks differ, has the one that misses more.
std::vector<RankDifference>
differingRanks(const Profile &P, const std::vector<RankCounts> &Ranks);

/// Returns the median of \p Values, which must not be empty; of an even number,
/// the mean of the two in the middle.
double medianOf(std::vector<uint64_t> Values);

} // namespace memfacet::result

#endif

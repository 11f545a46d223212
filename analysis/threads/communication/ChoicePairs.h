//===- ChoicePairs.h - the accesses before sampled choices ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a pair that begins with a choice, the access before the choice is not
// known. For a pair in chain, it is. Both kinds are samples of the same pairs,
// so the first kind is distributed as the second kind is. This is the
// expectation step of A. P. Dempster, N. M. Laird and D. B. Rubin (J. R.
// Statist. Soc. B 39, 1977) for a value that is missing at random.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_CHOICEPAIRS_H
#define MEMFACET_THREADS_COMMUNICATION_CHOICEPAIRS_H

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace memfacet::threads {

/// Choices of a site, structure and cache. Ends are vertices, or Nowhere.
struct ChoicePairs {
  static constexpr uint32_t Nowhere = ~uint32_t(0);

  struct EndCounts {
    double Pairs = 0;
    double Overlapping = 0;
    std::vector<double> Distances; ///< as ReuseEdge::Distances

    void add(const EndCounts &Other);
  };

  std::map<uint32_t, EndCounts> Ends; ///< what followed a choice, by end
  /// For each vertex of pairs in chain: how often it came after a choice, and
  /// by end, what followed then.
  std::vector<double> VertexCounts;
  std::map<uint32_t, std::vector<double>> ChainedEnds;

  /// Choices that are first touches of a line. No pair in chain begins with
  /// one.
  double FirstTouches = 0;

  /// Returns by how much the choices outnumber the accesses after a choice: by
  /// the first touches, and by chance.
  double excess() const;
  /// Returns whether the excess is above two standard deviations, or no access
  /// came after a choice.
  bool isClear() const;
  /// Returns for each end how its pairs divide: the share of first touches,
  /// then that of each vertex. Their sum is 1. Without a vertex, all are first
  /// touches.
  std::map<uint32_t, std::vector<double>> shares() const;
};

/// Sets FirstTouches of the choices of one structure. Each line has one first
/// touch and one last one, so there are as many first touches as dangling
/// choices. Chance changes that number much less than an excess. So an excess
/// that is not clear only says how the first touches are distributed.
void findFirstTouches(std::span<ChoicePairs *const> Structure);

} // namespace memfacet::threads

#endif

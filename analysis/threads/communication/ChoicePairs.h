//===- ChoicePairs.h - where choices came from ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pair that begins with a choice does not know whose access came before the
// choice. A pair in chain knows it. Both are samples of the same pairs, so the
// first kind is distributed as the second kind says. The expectation step of A.
// P. Dempster, N. M. Laird and D. B. Rubin (J. R. Statist. Soc. B 39, 1977)
// does that with a value that is missing at random.
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
  /// The vertices of pairs in chain: how often each came after a choice, and by
  /// end, what followed then.
  std::vector<double> VertexCounts;
  std::map<uint32_t, std::vector<double>> ChainedEnds;

  /// Choices that are first touches of a line, which nothing in chain begins
  /// with.
  double FirstTouches = 0;

  /// Choices that are more than what came after a choice, which is FirstTouches
  /// and chance.
  double excess() const;
  bool isClear() const; ///< by two standard deviations, or nothing came
  /// Of the pairs with each end, the shares of first touches and then of each
  /// vertex; sum 1. There is a vertex, or all are first touches.
  std::map<uint32_t, std::vector<double>> shares() const;
};

/// Sets FirstTouches of what accesses one structure. Each line has one first
/// touch and one last one, so there are as many as choices that dangle, which
/// chance moves much less than an excess: that says only where they are, unless
/// it is clear.
void findFirstTouches(std::span<ChoicePairs *const> Structure);

} // namespace memfacet::threads

#endif

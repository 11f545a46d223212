//===- RankCounts.cpp - what each rank counted, and which ranks differ ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/RankCounts.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>

namespace memfacet::result {

std::vector<RankCounts> countsByRank(const Profile &P) {
  std::vector<RankCounts> All(P.Ranks.size());
  for (RankCounts &R : All) {
    R.Total.Levels.resize(P.Caches.Levels.size());
    R.ByStructure.resize(P.Structures.size(), R.Total);
  }
  if (All.empty())
    return All;
  for (const ThreadRow &T : P.Threads) {
    RankCounts &R = All[rankOfThread(P.Ranks, T.Thread)];
    R.Instructions += T.Instructions;
    ++R.Threads;
  }
  for (const ThreadCounts &C : P.ByThread) {
    RankCounts &R = All[rankOfThread(P.Ranks, C.Thread)];
    R.ByStructure[C.Structure.Value] += C.Total;
    R.Total += C.Total;
  }
  return All;
}

namespace {

double medianOfSorted(const std::vector<double> &Sorted) {
  size_t Middle = Sorted.size() / 2;
  return Sorted.size() % 2 ? Sorted[Middle]
                           : (Sorted[Middle - 1] + Sorted[Middle]) / 2;
}

double median(std::vector<double> Values) {
  std::ranges::sort(Values);
  return medianOfSorted(Values);
}

/// Estimates the standard deviation of a normal distribution from the median
/// of the distances to the median.
constexpr double MadToDeviation = 1.4826;

/// Compares the ranks in one level of one structure.
class Comparison {
public:
  explicit Comparison(std::vector<uint64_t> Misses)
      : Misses(std::move(Misses)) {
    if (isFew())
      return;
    Median = medianOf(this->Misses);
    std::vector<double> Distances;
    for (uint64_t M : this->Misses)
      Distances.push_back(std::abs(double(M) - Median));
    Deviation = MadToDeviation * median(std::move(Distances));
  }

  /// Returns whether rank \p R differs. \p Difference says from what.
  bool differs(size_t R, double Least, RankDifference &Difference) const {
    double RankMisses = double(Misses[R]);
    Difference.Misses = Misses[R];
    Difference.Median = isFew() ? medianOfOthers(R) : Median;
    Difference.Deviation = Deviation;
    double Most = isFew() ? RankDifference::FewShare * Difference.Median
                          : RankDifference::Deviations * Deviation;
    double Distance = std::abs(RankMisses - Difference.Median);
    // Each of two ranks differs from the other: the one that misses more
    // counts.
    if (Misses.size() == 2 && RankMisses < Difference.Median)
      return false;
    return Distance > Most && Distance >= Least;
  }

private:
  bool isFew() const { return Misses.size() <= RankDifference::Few; }
  double medianOfOthers(size_t R) const {
    std::vector<uint64_t> OtherMisses = Misses;
    OtherMisses.erase(OtherMisses.begin() + ptrdiff_t(R));
    return medianOf(std::move(OtherMisses));
  }

  std::vector<uint64_t> Misses; ///< index: rank
  double Median = 0, Deviation = 0;
};

} // namespace

double medianOf(std::vector<uint64_t> Values) {
  MEMFACET_CHECK(!Values.empty(), "one is in the middle");
  std::vector<double> Numbers(Values.begin(), Values.end());
  return median(std::move(Numbers));
}

std::vector<RankDifference>
differingRanks(const Profile &P, const std::vector<RankCounts> &Ranks) {
  std::vector<RankDifference> Found;
  if (Ranks.size() < 2)
    return Found;
  Counts All = P.total();
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
    std::vector<bool> Known(Ranks.size());
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      if (P.Structures[Id].Total.Levels[L].Misses == 0)
        continue;
      std::vector<uint64_t> Misses;
      for (const RankCounts &R : Ranks)
        Misses.push_back(R.ByStructure[Id].Levels[L].Misses);
      double Least = RankDifference::LeastShare * double(All.Levels[L].Misses) /
                     double(Ranks.size());
      Comparison LevelComparison(std::move(Misses));
      for (size_t R = 0; R != Ranks.size(); ++R) {
        RankDifference D;
        D.Rank = R, D.Structure = StructureId(Id), D.Level = L;
        if (Known[R] || !LevelComparison.differs(R, Least, D))
          continue;
        Known[R] = true;
        Found.push_back(D);
      }
    }
  }
  std::ranges::stable_sort(Found, std::greater(), [](const RankDifference &D) {
    return std::abs(double(D.Misses) - D.Median);
  });
  return Found;
}

} // namespace memfacet::result

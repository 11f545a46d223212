//===- RandIndex.h - how much two labelings agree -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_STUDY_POINTS_RANDINDEX_H
#define MEMFACET_TEST_UNIT_STUDY_POINTS_RANDINDEX_H

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace memfacet::test {

inline double ofTwo(double N) { return N * (N - 1) / 2; }

/// Pairs of intervals that are in one group; \p Sorted has equal ones together.
template <typename T> double pairsIn(const std::vector<T> &Sorted) {
  double Pairs = 0;
  for (size_t I = 0, Next; I != Sorted.size(); I = Next) {
    Next = I + 1;
    while (Next != Sorted.size() && Sorted[Next] == Sorted[I])
      ++Next;
    Pairs += ofTwo(double(Next - I));
  }
  return Pairs;
}

/// How much two labelings of the same intervals agree, beyond chance: 1 where
/// they are the same partition, 0 expected of random ones with the same sizes
/// (L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification
/// 2, 1985, equation 5). May be negative. 1 where both have one cluster, or
/// both only clusters of one, or there is nothing.
inline double adjustedRandIndex(std::span<const uint32_t> A,
                                std::span<const uint32_t> B) {
  std::vector<uint32_t> InA(A.begin(), A.end()), InB(B.begin(), B.end());
  std::vector<std::pair<uint32_t, uint32_t>> InBoth;
  InBoth.reserve(A.size());
  for (size_t I = 0; I != A.size(); ++I)
    InBoth.emplace_back(A[I], B[I]);
  std::ranges::sort(InA);
  std::ranges::sort(InB);
  std::ranges::sort(InBoth);
  double PairsA = pairsIn(InA), PairsB = pairsIn(InB), All = ofTwo(A.size());
  if (PairsA == PairsB && (PairsA == 0 || PairsA == All))
    return 1;
  double Chance = PairsA * PairsB / All;
  double Most = (PairsA + PairsB) / 2;
  return (pairsIn(InBoth) - Chance) / (Most - Chance);
}

} // namespace memfacet::test

#endif

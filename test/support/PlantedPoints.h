//===- PlantedPoints.h - points with known clusters -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_PLANTEDPOINTS_H
#define MEMFACET_TEST_SUPPORT_PLANTEDPOINTS_H

#include "analysis/study/clustering/PointSet.h"
#include "test/support/Wings.h"
#include <random>
#include <vector>

namespace memfacet::test {

/// Points around centres that are far from each other, in random order.
struct PlantedPoints {
  PointSet Points;
  std::vector<uint32_t> Truth; ///< by point

  /// \p Spread: the standard deviation of points from their centres. Centres
  /// are about 1 from each other.
  PlantedPoints(size_t Count, uint32_t Clusters, size_t Dimensions,
                double Spread, unsigned Seed, bool Weighted = false)
      : Points(Dimensions) {
    std::mt19937 Random(Seed);
    std::uniform_real_distribution<double> Anywhere(-1, 1);
    std::normal_distribution<double> Offset(0, Spread);
    std::vector<std::vector<double>> Centers(Clusters);
    for (auto &C : Centers)
      for (size_t D = 0; D != Dimensions; ++D)
        C.push_back(Anywhere(Random));
    std::vector<float> Point(Dimensions);
    for (size_t I = 0; I != Count; ++I) {
      // Each cluster has at least one point.
      uint32_t Cluster = I < Clusters ? uint32_t(I) : Random() % Clusters;
      for (size_t D = 0; D != Dimensions; ++D)
        Point[D] = float(Centers[Cluster][D] + Offset(Random));
      Points.add(Point, Weighted ? 1 + double(Random() % 9) : 1);
      Truth.push_back(Cluster);
    }
  }
};

/// Returns whether \p A and \p B divide the points into the same clusters.
inline bool samePartition(const std::vector<uint32_t> &A,
                          const std::vector<uint32_t> &B) {
  std::vector<int64_t> ToB(A.size() + 1, -1), ToA(A.size() + 1, -1);
  for (size_t I = 0; I != A.size(); ++I) {
    if (ToB.at(A[I]) == -1)
      ToB[A[I]] = B[I];
    if (ToA.at(B[I]) == -1)
      ToA[B[I]] = A[I];
    if (ToB[A[I]] != B[I] || ToA[B[I]] != A[I])
      return false;
  }
  return A.size() == B.size();
}

} // namespace memfacet::test

#endif

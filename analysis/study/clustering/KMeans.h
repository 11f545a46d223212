//===- KMeans.h - k-means clustering --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lloyd's iteration with the bounds of G. Hamerly ("Making k-means even
// faster", SDM 2010), which leave out comparisons whose result is known.
// Deterministic: points, options and seed give the clustering, on any
// processor.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_CLUSTERING_KMEANS_H
#define MEMFACET_STUDY_CLUSTERING_KMEANS_H

#include "analysis/study/clustering/PointSet.h"
#include "memfacet/Check.h"
#include <cstdint>
#include <vector>

namespace memfacet::study {

/// The result of k-means.
struct Clustering {
  uint32_t Clusters = 0; ///< none is empty
  size_t Dimensions = 0;
  std::vector<float> Centers;   ///< Clusters x Dimensions
  std::vector<uint32_t> Labels; ///< by point
  /// Squared distance from each point to its center.
  std::vector<double> Distances;
  std::vector<double> Weights; ///< by cluster; add up to 1
  /// Sum of the points' weights times their squared distances, divided by the
  /// sum of weights.
  double Distortion = 0;
  uint32_t Iterations = 0;
  bool Converged = false;

  const float *center(uint32_t Cluster) const {
    MEMFACET_CHECK((size_t(Cluster) + 1) * Dimensions <= Centers.size(),
                   "each cluster has a center");
    return &Centers[Cluster * Dimensions];
  }
};

/// Makes a clustering of \p Points from \p Centers, row by row, and \p Labels,
/// in which each center occurs; computes the distances and sums.
Clustering measured(const PointSet &Points, std::vector<float> Centers,
                    std::vector<uint32_t> Labels);

/// Puts each of \p Points into the cluster of \p Source whose center is
/// nearest. Centers do not move. Leaves out clusters without a point.
Clustering assignAll(const PointSet &Points, const Clustering &Source);

/// How the first centers are chosen.
enum class FirstCenters {
  Spread,   ///< k-means++: each far from those before (D. Arthur and S.
            ///< Vassilvitskii, SODA 2007)
  Sample,   ///< different points, at random
  Furthest, ///< each the point that is furthest from those before
};

struct KMeansOptions {
  uint32_t Clusters = 1; ///< not 0
  uint64_t Seed = 1;
  FirstCenters First = FirstCenters::Spread;
  uint32_t MostIterations = 100;
};

/// Clusters \p Points. Centers are means weighted by the points' weights. A
/// cluster that loses all its points gets the point that is furthest from its
/// center. \p Points must not be empty; where there are fewer different ones
/// than clusters, there are fewer clusters.
Clustering cluster(const PointSet &Points, const KMeansOptions &Options);

/// Returns the numbers of the points that are the first centers, one for each
/// cluster; fewer where no point is different from all of them.
std::vector<uint32_t> firstCenters(const PointSet &Points,
                                   const KMeansOptions &Options);

} // namespace memfacet::study

#endif

//===- Clustering.h - which point belongs to which cluster ----------------===//

#ifndef MEMFACET_CLUSTERING_CLUSTERING_H
#define MEMFACET_CLUSTERING_CLUSTERING_H

#include "analysis/clustering/PointSet.h"
#include <cstdint>
#include <vector>

namespace memfacet {

/// The result of k-means.
struct Clustering {
  uint32_t Clusters = 0; ///< none is empty
  size_t Dimensions = 0;
  std::vector<float> Centers;   ///< Clusters x Dimensions
  std::vector<uint32_t> Labels; ///< by point
  /// Squared distance from each point to its center.
  std::vector<double> Distances;
  std::vector<double> Weights; ///< by cluster; add up to 1
  /// Of the points' weights times their squared distances, over all weights.
  double Distortion = 0;
  uint32_t Iterations = 0;
  bool Converged = false;

  const float *center(uint32_t Cluster) const {
    return &Centers[Cluster * Dimensions];
  }
};

/// \p Points with these \p Centers, row by row, and \p Labels, which name each
/// of them; with the distances and sums that follow.
Clustering measured(const PointSet &Points, std::vector<float> Centers,
                    std::vector<uint32_t> Labels);

/// Each of \p Points in the cluster of \p Some whose center is nearest; centers
/// stay where they are. Clusters without any point are left out.
Clustering assignAll(const PointSet &Points, const Clustering &Some);

} // namespace memfacet

#endif

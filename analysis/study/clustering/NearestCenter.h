//===- NearestCenter.h - the inner loop of k-means ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_CLUSTERING_NEARESTCENTER_H
#define MEMFACET_STUDY_CLUSTERING_NEARESTCENTER_H

#include "analysis/study/clustering/PointSet.h"
#include <cstdint>
#include <span>

namespace memfacet::study {

/// The nearest centers of a point, by squared distances in single precision,
/// summed coordinate after coordinate.
struct NearestTwo {
  uint32_t Center; ///< the nearest; of several, the first
  float First;     ///< distance to it
  /// Distance to the nearest of the others; huge where there is none.
  float Second;
};

/// Finds the nearest among \p Centers for each of the points with the
/// \p Numbers. Centers lie row by row, each with as many coordinates as a
/// point.
void findNearest(const PointSet &Points, std::span<const uint32_t> Numbers,
                 std::span<const float> Centers, NearestTwo *Results);

/// Does the same for all points of \p Points.
void findNearest(const PointSet &Points, std::span<const float> Centers,
                 NearestTwo *Results);

/// Lowers each squared distance in \p Least, one for each point, to that of the
/// point to \p Center if this is smaller. Stores the sum of weight times
/// distance of each block of points into \p Sums. Lists have a place for each
/// lane of all blocks, \p Sums one for each block.
void comeNearer(const PointSet &Points, const float *Center,
                std::span<const float> Weights, std::span<float> Least,
                std::span<double> Sums);

} // namespace memfacet::study

#endif

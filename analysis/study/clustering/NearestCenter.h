//===- NearestCenter.h - the inner loop of k-means ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_CLUSTERING_NEARESTCENTER_H
#define MEMFACET_STUDY_CLUSTERING_NEARESTCENTER_H

#include "analysis/study/clustering/PointSet.h"
#include <cstdint>
#include <span>

namespace memfacet::study {

/// Of a point: squared distances, computed in single precision, coordinate
/// after coordinate.
struct NearestTwo {
  uint32_t Center; ///< of those nearest, the first
  float First;     ///< to it
  float Second;    ///< to the nearest of the others; huge where there is none
};

/// Of each of the points with the \p Numbers, among \p Centers: row by row,
/// each of as many coordinates as points have.
void findNearest(const PointSet &Points, std::span<const uint32_t> Numbers,
                 std::span<const float> Centers, NearestTwo *Results);

/// The same for all points of \p Points.
void findNearest(const PointSet &Points, std::span<const float> Centers,
                 NearestTwo *Results);

/// Makes no squared distance in \p Least, one for each point, larger than the
/// point's to \p Center. Puts the sum of weight times distance of each block of
/// points into \p Sums. All lists are as long as the blocks are.
void comeNearer(const PointSet &Points, const float *Center,
                std::span<const float> Weights, std::span<float> Least,
                std::span<double> Sums);

} // namespace memfacet::study

#endif

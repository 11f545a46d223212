//===- PrincipalAxes.h - points in the directions in which they differ ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_CLUSTERING_PRINCIPALAXES_H
#define MEMFACET_STUDY_CLUSTERING_PRINCIPALAXES_H

#include "analysis/study/clustering/PointSet.h"
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace memfacet::study {

/// The first \p Wanted principal components of \p Rows (row by row, each of
/// \p Dimensions), around their mean, all rows counting the same. The largest
/// coefficient of each direction is positive. What is left out is where rows
/// differ least: dots of pictures that are there by chance, of which there are
/// so many that clusters would be made of them.
std::vector<float> principalComponents(std::span<const float> Rows,
                                       size_t Dimensions, size_t Wanted);

enum class PlaneAxes {
  Random,   ///< T. Huffmire and T. Sherwood, PACT 2006, Figure 3
  Principal ///< those along which points vary most, all counting the same
};

struct PlaneProjection {
  std::vector<std::array<double, 2>> Places; ///< of the points
  /// Of the points' variance, what each principal axis shows; 0 where there is
  /// none.
  std::array<double, 2> Shares = {};
};

/// Random axes are independent numbers in (-1, 1), from \p Seed. Of principal
/// axes, places are differences from the mean, and the largest component
/// of an axis is positive.
PlaneProjection planeProjection(const PointSet &Points, PlaneAxes Axes,
                                uint64_t Seed);

} // namespace memfacet::study

#endif

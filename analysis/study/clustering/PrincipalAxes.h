//===- PrincipalAxes.h - principal components of points -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_CLUSTERING_PRINCIPALAXES_H
#define MEMFACET_STUDY_CLUSTERING_PRINCIPALAXES_H

#include "analysis/study/clustering/PointSet.h"
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace memfacet::study {

/// Returns the first \p Wanted principal components of \p Rows (row by row,
/// each of \p Dimensions) around their mean. All rows count the same. The
/// largest coefficient of each direction is positive. Directions in which rows
/// differ least are left out: in pictures, these are the many dots that are
/// there by chance, which clusters would be made of.
std::vector<float> principalComponents(std::span<const float> Rows,
                                       size_t Dimensions, size_t Wanted);

enum class PlaneAxes {
  Random,   ///< T. Huffmire and T. Sherwood, PACT 2006, Figure 3
  Principal ///< those along which points vary most, all counting the same
};

struct PlaneProjection {
  std::vector<std::array<double, 2>> Places; ///< of the points
  /// The share of the points' variance that each principal axis shows; 0 where
  /// there is none.
  std::array<double, 2> Shares = {};
};

/// Projects \p Points onto a plane. Random axes are independent numbers in (-1,
/// 1), from \p Seed. With principal axes, places are differences from the mean,
/// and the largest component of an axis is positive.
PlaneProjection planeProjection(const PointSet &Points, PlaneAxes Axes,
                                uint64_t Seed);

} // namespace memfacet::study

#endif

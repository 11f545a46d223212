//===- PlaneProjection.h - points in two dimensions -----------------------===//

#ifndef MEMFACET_CLUSTERING_PLANEPROJECTION_H
#define MEMFACET_CLUSTERING_PLANEPROJECTION_H

#include "analysis/clustering/PointSet.h"
#include <array>

namespace memfacet {

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

} // namespace memfacet

#endif

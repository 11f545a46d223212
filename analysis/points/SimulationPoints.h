//===- SimulationPoints.h - which intervals to simulate -------------------===//

#ifndef MEMFACET_POINTS_SIMULATIONPOINTS_H
#define MEMFACET_POINTS_SIMULATIONPOINTS_H

#include "analysis/clustering/Clustering.h"
#include <optional>

namespace memfacet {

/// Which interval stands for a cluster (T. Sherwood et al., ASPLOS 2002).
struct SimulationPoint {
  uint32_t Cluster;
  size_t Interval; ///< number of the point, from 0 on
  double Weight;   ///< those of all points add up to 1
  double Distance; ///< squared, to the cluster's center
  /// The second best, if the cluster has another point.
  std::optional<size_t> Alternate;
};

enum class EarlyPoints {
  No,
  Closest,  ///< of those that are early enough and near, the nearest
  Earliest, ///< or the first (E. Perelman et al., "Picking statistically valid
            ///< and early simulation points", PACT 2003)
};

struct PointOptions {
  EarlyPoints Early = EarlyPoints::No;
  /// Early points may be further from the center than the nearest one, by this
  /// share of the largest distance in the cluster.
  double EarlyShare = 0.05;
  /// Leave out small clusters, as long as the others weigh so much; their
  /// weights are scaled to add up to 1.
  double Coverage = 1;
};

/// A point for each cluster, the nearest to its center, the first of several;
/// sorted by interval.
std::vector<SimulationPoint> simulationPoints(const Clustering &C,
                                              const PointOptions &Options);

} // namespace memfacet

#endif

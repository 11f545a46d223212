//===- SimulationPoints.h - which intervals to simulate -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_SIMULATIONPOINTS_H
#define MEMFACET_STUDY_POINTS_SIMULATIONPOINTS_H

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/study/clustering/KMeans.h"
#include "analysis/support/Error.h"
#include <optional>
#include <span>
#include <string_view>

namespace memfacet::study {

/// Which interval stands for a cluster (T. Sherwood et al., ASPLOS 2002).
struct SimulationPoint {
  uint32_t Cluster;
  size_t Interval; ///< number of the point, from 0 on
  double Weight;   ///< those of all points add up to 1
  double Distance; ///< squared, to the cluster's center
  /// The second best, if the cluster has another point.
  std::optional<size_t> Alternate;
  /// It begins with empty caches, and stands for others, which do not.
  bool BeginsCold = false;
};

/// When an interval was.
struct IntervalMoment {
  double Time;  ///< any unit
  bool IsFirst; ///< of its thread: caches are empty
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
  /// By number. Empty: time goes on with the number, and the first one is 0.
  std::vector<IntervalMoment> Moments = {};

  IntervalMoment momentOf(size_t Interval) const {
    return Moments.empty() ? IntervalMoment{double(Interval), Interval == 0}
                           : Moments[Interval];
  }
};

/// A point for each cluster, the nearest to its center; sorted by interval. Of
/// several that are equally near, but for rounding, it is the one nearest to
/// the middle of the cluster in time (its median): the first one of all begins
/// with empty caches.
std::vector<SimulationPoint> simulationPoints(const Clustering &C,
                                              const PointOptions &Options);

// One point says what is typical of a phase, and nothing about how it varies.
// Where more intervals may be simulated than there are phases, phases that vary
// more get more points, and each point stands for the intervals most like it.

/// How much may be simulated; one of the two is not 0. Every phase has a point,
/// also where that is more.
struct PointBudget {
  size_t Points = 0; ///< at most so many
  double Share = 0;  ///< at most so much of the weights of all intervals
};

/// "40", "10%". An error quotes what is neither.
Expected<PointBudget> parseBudget(std::string_view Text);

struct SpreadPoints {
  std::vector<SimulationPoint> Points; ///< sorted by interval
  /// By interval: the place in Points of the one that stands for it; NoPoint
  /// where its phase was left out.
  std::vector<uint32_t> StandIn;
};
inline constexpr uint32_t NoPoint = ~uint32_t(0);

/// How many points each stratum gets, of \p Budget in all: one each, then the
/// rest so that the sum of Spreads^2 / points is least; none gets more than it
/// has \p Members. Spreads are weights times standard deviations: Neyman's
/// allocation (W. G. Cochran, Sampling Techniques, section 5.5) in whole
/// numbers, which the greedy order of Spread / sqrt(n (n + 1)) makes exactly
/// (T. Wright, "The Equivalence of Neyman Optimum Allocation for Sampling and
/// Equal Proportions for Apportionment", The American Statistician 66, 2012).
std::vector<size_t> allocatePoints(std::span<const double> Spreads,
                                   std::span<const size_t> Members,
                                   size_t Budget);

/// \p C is of \p Points. A phase's spread is its weight times the root of the
/// sum of its own variance and the mean one of all phases: what the signature
/// does not see may vary anywhere. In a phase, intervals are clustered again,
/// into as many groups as it has points, by the signature and by their order,
/// whose variances in the phase are made equal: intervals that look the same
/// are told apart by when they are. Where it has more points than 64, it is
/// clustered into the root of that many parts first, whose points are allocated
/// as those of phases are. The nearest to the center of its group stands for
/// the group and has its weight.
///
/// \p Options are those of one point per phase, \p Grouping says how to
/// cluster.
SpreadPoints spreadPoints(const PointSet &Points, const Clustering &C,
                          const PointBudget &Budget,
                          const PointOptions &Options,
                          const ChooseOptions &Grouping);

} // namespace memfacet::study

#endif

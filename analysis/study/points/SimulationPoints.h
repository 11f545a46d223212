//===- SimulationPoints.h - which intervals to simulate -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_SIMULATIONPOINTS_H
#define MEMFACET_STUDY_POINTS_SIMULATIONPOINTS_H

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/study/clustering/KMeans.h"
#include "analysis/support/Error.h"
#include "memfacet/Check.h"
#include <optional>
#include <span>
#include <string_view>

namespace memfacet::study {

/// An interval that stands for a cluster (T. Sherwood et al., ASPLOS 2002).
struct SimulationPoint {
  uint32_t Cluster;
  size_t Interval; ///< number of the point, from 0 on
  double Weight;   ///< those of all points add up to 1
  double Distance; ///< squared, to the cluster's center
  /// The second best interval, if the cluster has another one.
  std::optional<size_t> Alternate;
  /// Whether it begins with empty caches, but stands for others, which do not.
  bool BeginsCold = false;
};

/// The time of an interval.
struct IntervalMoment {
  double Time;  ///< any unit
  bool IsFirst; ///< whether it is the first of its thread: caches are empty
};

enum class EarlyPoints {
  No,
  Closest,  ///< the nearest of those that are early and near enough
  Earliest, ///< the first of those (E. Perelman et al., "Picking statistically
            ///< valid and early simulation points", PACT 2003)
};

struct PointOptions {
  EarlyPoints Early = EarlyPoints::No;
  /// Early points may be further from the center than the nearest one, by this
  /// share of the largest distance in the cluster.
  double EarlyShare = 0.05;
  /// Small clusters are left out as long as the others have this share of the
  /// weights, which are then scaled to add up to 1.
  double Coverage = 1;
  /// By interval. Empty: time is the number of the interval, and interval 0 is
  /// the first.
  std::vector<IntervalMoment> Moments = {};

  IntervalMoment momentOf(size_t Interval) const {
    MEMFACET_CHECK(Moments.empty() || Interval < Moments.size(),
                   "either all intervals have a time, or none");
    return Moments.empty() ? IntervalMoment{double(Interval), Interval == 0}
                           : Moments[Interval];
  }
};

/// Returns a point for each cluster, the nearest to its center; sorted by
/// interval. Of several that are equally near, but for rounding, it is the one
/// whose time is nearest to the median of the cluster: the first interval of
/// all begins with empty caches.
std::vector<SimulationPoint> simulationPoints(const Clustering &C,
                                              const PointOptions &Options);

// One point says what is typical of a phase, and nothing about how it varies.
// Where more intervals may be simulated than there are phases, phases that vary
// more get more points, and each point stands for the intervals most like it.

/// How much may be simulated. One of the two is not 0. Every phase has a point,
/// even if that is more.
struct PointBudget {
  size_t Points = 0; ///< the most points
  double Share = 0;  ///< the largest share of the weights of all intervals
};

/// Parses "40" or "10%". An error quotes any other text.
Expected<PointBudget> parseBudget(std::string_view Text);

struct SpreadPoints {
  std::vector<SimulationPoint> Points; ///< sorted by interval
  /// By interval: index into Points of the one that stands for it; NoPoint
  /// where its phase was left out.
  std::vector<uint32_t> StandIn;
};
inline constexpr uint32_t NoPoint = ~uint32_t(0);

/// Returns how many points each stratum gets, of \p Budget in all: one each,
/// then the rest so that the sum of Spreads^2 / points is least. No stratum
/// gets more than it has \p Members. Spreads are weights times standard
/// deviations: Neyman's allocation (W. G. Cochran, Sampling Techniques, section
/// 5.5) in whole numbers, which the greedy order of Spread / sqrt(n (n + 1))
/// makes exactly (T. Wright, "The Equivalence of Neyman Optimum Allocation for
/// Sampling and Equal Proportions for Apportionment", The American Statistician
/// 66, 2012).
std::vector<size_t> allocatePoints(std::span<const double> Spreads,
                                   std::span<const size_t> Members,
                                   size_t Budget);

/// Spreads points over the phases of \p C, a clustering of \p Points. A phase's
/// spread is its weight times the root of the sum of its variance and the mean
/// variance of all phases: what the signature does not show may vary in any
/// phase. In a phase, intervals are clustered again, into as many groups as the
/// phase has points, by the signature and by their order, whose variances in
/// the phase are made equal. So intervals that look the same are distinguished
/// by their time. A phase with more than 64 points is first clustered into as
/// many parts as the root of the number of points. Points are allocated to the
/// parts as they are to phases. The interval nearest to the center of its group
/// stands for the group and has the group's weight.
///
/// \p Options are those of one point per phase. \p Grouping says how to
/// cluster.
SpreadPoints spreadPoints(const PointSet &Points, const Clustering &C,
                          const PointBudget &Budget,
                          const PointOptions &Options,
                          const ChooseOptions &Grouping);

} // namespace memfacet::study

#endif

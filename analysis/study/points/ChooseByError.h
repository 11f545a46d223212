//===- ChooseByError.h - as many clusters as metrics need -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Bayesian information criterion depends on the vectors only. Where every
// interval was simulated, there is a better criterion: the least number of
// clusters with which the points give the right cycles and misses.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_POINTS_CHOOSEBYERROR_H
#define MEMFACET_STUDY_POINTS_CHOOSEBYERROR_H

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/study/points/StratifiedEstimate.h"
#include <optional>
#include <vector>

namespace memfacet::study {

struct ErrorOptions {
  /// Every number of clusters up to MostClusters is tried, or those in
  /// ClusterCounts.
  ChooseOptions Clusters = {};
  std::vector<Metric> Metrics = {}; ///< none: those of the table
  /// The largest half width of a 95 % interval, as a share of the value.
  double Wanted = 0.01;
  /// Points of each phase. With 1, it is the representative; more are chosen at
  /// random.
  size_t PerPhase = 1;
  uint64_t Seed = 1; ///< of that choice
  PointOptions Points = {};
};

/// The estimate of a metric with some number of clusters.
struct MetricTrial {
  SureEstimate Estimate;
  /// SpreadScore::reduction of the metric's rate, by instructions.
  std::optional<double> Reduction;
};

struct ErrorTrial {
  uint32_t Clusters = 0; ///< that were found; may be fewer than asked for
  size_t Points = 0;     ///< to be simulated
  double Criterion = 0;  ///< informationCriterion
  std::vector<MetricTrial> Metrics;
  /// The largest of the metrics' relative half widths.
  double Error = 0;
};

struct ErrorChoice {
  Clustering Best;
  StratifiedSample Sample;        ///< of its phases
  std::vector<ErrorTrial> Trials; ///< in the order of the numbers asked for
  size_t Chosen = 0;              ///< index into Trials
  bool Reached = false;           ///< whether its Error is at most Wanted
};

/// Chooses the first number of clusters whose 95 % intervals are narrow enough
/// for every metric; else that with the least Error, the smallest of several.
/// \p Points and \p Table are of the same intervals, in the same order, and not
/// empty.
ErrorChoice chooseByError(const PointSet &Points, const IntervalTable &Table,
                          const ErrorOptions &Options);

} // namespace memfacet::study

#endif

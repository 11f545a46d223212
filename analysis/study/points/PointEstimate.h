//===- PointEstimate.h - estimates of the whole run from points -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_POINTESTIMATE_H
#define MEMFACET_STUDY_POINTS_POINTESTIMATE_H

#include "analysis/study/points/IntervalTable.h"
#include "analysis/study/points/SimulationPoints.h"
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace memfacet::study {

/// A simulated interval and its weight.
struct WeightedInterval {
  size_t Interval = 0; ///< index into the table
  /// The share of all instructions; those of a sample add up to 1.
  double Weight = 0;
  bool operator==(const WeightedInterval &) const = default;
};

/// Returns the points, weighted by the shares of instructions that their
/// clusters have in \p Table. Weights are scaled to add up to 1 where clusters
/// were left out. The weights in SimulationPoint may count intervals, which
/// need to be about equally long; these are right for any length. \p Labels:
/// the cluster of each interval.
std::vector<WeightedInterval>
weightedIntervals(const IntervalTable &Table, std::span<const uint32_t> Labels,
                  std::span<const SimulationPoint> Points);

/// Returns the same for several points of a phase: each is weighted by the
/// instructions of the intervals that it stands for.
std::vector<WeightedInterval> weightedIntervals(const IntervalTable &Table,
                                                const SpreadPoints &Points);

/// The estimate of a metric of all intervals of a table from a sample, and the
/// true value.
struct MetricEstimate {
  Metric Quantity;
  double Estimate = 0, Truth = 0;
};

/// Estimates \p M from \p Sample. A metric is a ratio of two counts. Each count
/// is estimated by itself, per instruction of the run: with weights w of
/// points, their instructions m and counts y of the numerator and x of the
/// denominator,
///
///   (sum w y/m) / (sum w x/m).
///
/// So cycles per instruction are the weighted mean over the points. But a hit
/// rate is not the mean of hit rates: a point counts by its accesses. The
/// inverse of a metric is estimated by the inverse of the estimate. Points
/// without instructions are ignored. Where the denominator is 0, the value is
/// that of Metric::value().
double estimateOf(const Metric &M, const IntervalTable &Table,
                  std::span<const WeightedInterval> Sample);
/// Returns which share of the metric's events (misses for a hit rate, else the
/// numerator), weighted as in estimateOf(), is in points of \p Picked that
/// begin cold. \p Sample has the same order as \p Picked.
double shareBegunCold(const Metric &M, const IntervalTable &Table,
                      std::span<const WeightedInterval> Sample,
                      std::span<const SimulationPoint> Picked);
/// Returns the metric of all intervals: a sum over a sum.
double truthOf(const Metric &M, const IntervalTable &Table);

/// Estimates all metrics of \p Table, in their order.
std::vector<MetricEstimate>
estimateMetrics(const IntervalTable &Table,
                std::span<const WeightedInterval> Sample);

/// Counts of an interval by some key: misses by structure, by site.
using KeyedCounts = std::vector<std::pair<uint64_t, uint64_t>>;

struct KeyEstimate {
  uint64_t Key = 0;
  double Estimate = 0; ///< of the count in the whole table
  uint64_t Truth = 0;
  bool operator==(const KeyEstimate &) const = default;
};

struct KeyedEstimate {
  std::vector<KeyEstimate> Keys; ///< sorted
  /// Sum of |Estimate - Truth| over the sum of truths, 0 where that is 0. A key
  /// that no point has is estimated as 0.
  double Error = 0;
};

/// Estimates the count of each key: all instructions times sum w y/m. Calls
/// \p CountsOf once for each interval of \p Table, in order. A key may come
/// several times.
KeyedEstimate
estimateByKey(const IntervalTable &Table,
              std::span<const WeightedInterval> Sample,
              const std::function<KeyedCounts(size_t Interval)> &CountsOf);

} // namespace memfacet::study

#endif

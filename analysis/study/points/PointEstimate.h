//===- PointEstimate.h - the whole run, from a few intervals --------------===//
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

/// An interval that was simulated, and what it stands for.
struct WeightedInterval {
  size_t Interval = 0; ///< its place in the table
  /// The share of all instructions; those of a sample add up to 1.
  double Weight = 0;
  bool operator==(const WeightedInterval &) const = default;
};

/// The points with the shares of instructions that their clusters have in
/// \p Table, scaled to add up to 1 where clusters were left out. The weights
/// that points come with count intervals where these are about equally long;
/// these here are right for any length. \p Labels: the clusters' numbers, by
/// interval.
std::vector<WeightedInterval>
weightedIntervals(const IntervalTable &Table, std::span<const uint32_t> Labels,
                  std::span<const SimulationPoint> Points);

/// The same of several points of a phase: each weighs the instructions of the
/// intervals that it stands for.
std::vector<WeightedInterval> weightedIntervals(const IntervalTable &Table,
                                                const SpreadPoints &Points);

/// What a sample says about a metric of all intervals of a table, and what it
/// is.
struct MetricEstimate {
  Metric Quantity;
  double Estimate = 0, Truth = 0;
};

/// A metric is a ratio of counts, and each of the counts is estimated alone, as
/// one per instruction of the run: with weights w of points, their instructions
/// m and counts y of the numerator and x of the denominator,
///
///   (sum w y/m) / (sum w x/m).
///
/// So cycles per instruction are the weighted mean of those of the points; but
/// a hit rate is not that of hit rates: a point counts by its accesses. The
/// inverse of a metric is estimated by the inverse. A point without
/// instructions counts nothing. Where the denominator is 0, the value is that
/// of Metric::value.
double estimateOf(const Metric &M, const IntervalTable &Table,
                  std::span<const WeightedInterval> Sample);
/// The part of what estimateOf counts as the metric's events (misses of a hit
/// rate, else its numerator) that is of \p Picked that begin cold; their \p
/// Sample has the same order.
double shareBegunCold(const Metric &M, const IntervalTable &Table,
                      std::span<const WeightedInterval> Sample,
                      std::span<const SimulationPoint> Picked);
/// Of all intervals: a sum over a sum.
double truthOf(const Metric &M, const IntervalTable &Table);

/// Of all metrics of \p Table, in their order.
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
  /// Sum of |Estimate - Truth| over the sum of truths, 0 where that is 0. Keys
  /// that no point has count in full.
  double Error = 0;
};

/// \p CountsOf is called once for each interval of \p Table, in order; a key
/// may come several times. An estimate is all instructions times sum w y/m.
KeyedEstimate
estimateByKey(const IntervalTable &Table,
              std::span<const WeightedInterval> Sample,
              const std::function<KeyedCounts(size_t Interval)> &CountsOf);

} // namespace memfacet::study

#endif

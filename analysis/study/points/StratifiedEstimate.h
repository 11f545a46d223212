//===- StratifiedEstimate.h - 95 % intervals of estimates from points -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_STRATIFIEDESTIMATE_H
#define MEMFACET_STUDY_POINTS_STRATIFIEDESTIMATE_H

#include "analysis/study/points/PointEstimate.h"
#include <span>
#include <vector>

namespace memfacet::study {

/// The simulated intervals of each phase.
struct StratifiedSample {
  std::vector<std::vector<size_t>> ByPhase; ///< by label; sorted
  size_t size() const;
};

/// Chooses \p PerPhase (not 0) intervals of each phase at random, all where it
/// has no more. Each set is equally likely.
StratifiedSample samplePhases(std::span<const uint32_t> Labels, size_t PerPhase,
                              uint64_t Seed);
/// Returns the points as a sample: one of each phase that has one.
StratifiedSample samplePoints(std::span<const uint32_t> Labels,
                              std::span<const SimulationPoint> Points);

/// Where the variance within a phase is taken from.
enum class SpreadSource {
  /// All intervals of the table, since they were simulated. This gives the
  /// error that such a sample has, to find out how good samples are.
  AllIntervals,
  /// The sample, as if nothing else was known; but all intervals for phases
  /// with a single sampled interval, which says nothing about variance.
  Sample,
};

/// An estimate with its 95 % interval.
struct SureEstimate {
  Metric Quantity;
  double Estimate = 0, Truth = 0;
  double StandardError = 0;
  double HalfWidth = 0; ///< of the interval around the estimate

  bool covers() const {
    return Truth >= Estimate - HalfWidth && Truth <= Estimate + HalfWidth;
  }
  /// Returns HalfWidth as a share of the estimate; infinite where only the
  /// estimate is 0.
  double relativeHalfWidth() const;
};

/// Estimates \p M with phases as strata (W. G. Cochran, Sampling Techniques,
/// 3rd ed., Wiley 1977, chapters 5 and 6). For a phase, W is the share of the
/// instructions, N the number of intervals and n that of sampled ones. For
/// intervals of equal length,
///
///   Var = sum W^2 s^2 / n (1 - n/N),
///
/// where s^2 is the variance, with N - 1 or n - 1, of an interval's numerator
/// per instruction. In general, a phase's counts y and x of numerator and
/// denominator are the phase's instructions times the sums of the sampled
/// counts over the sum of the sampled instructions m. The metric is R = sum y /
/// sum x over phases, and s^2 is the variance of
///
///   (y - Y/M m) - R (x - X/M m),
///
/// with Y, X and M of the phase: a linearised combined ratio estimator. Half
/// widths are 1.96 standard errors. With SpreadSource::Sample, they are
/// Student's t with Satterthwaite's degrees of freedom.
///
/// The 95 % interval is right for intervals that were chosen at random. Points
/// are the most typical intervals; for them, it says how far off points would
/// be that were chosen at random. Phases without a sampled interval are left
/// out of the estimate, and the 95 % interval does not include what they would
/// change.
SureEstimate estimateByPhases(const Metric &M, const IntervalTable &Table,
                              std::span<const uint32_t> Labels,
                              const StratifiedSample &Sample,
                              SpreadSource Source = SpreadSource::AllIntervals);

/// An estimate of a metric, and how far it may be off, from points alone.
struct CollapsedEstimate {
  double Estimate = 0;  ///< estimateOf
  double HalfWidth = 0; ///< of a 95 % interval around it
  /// The share of the weight of phases that have one point. How far these are
  /// off is only guessed in HalfWidth.
  double Unknown = 0;
};

/// Estimates \p M from points. \p Phases: the phase of each of \p Sample. A
/// phase consists of groups of intervals, and each point stands for one group.
/// The groups are strata with one observation each, which say nothing about
/// variance. So the strata of a phase are collapsed (W. G. Cochran, Sampling
/// Techniques, 3rd ed., section 5A.12), in proportion to their weights: with
/// weights w, counts y and x of numerator and denominator per instruction and R
/// the estimate,
///
///   z = w (y - R x),  Z and W the sums of z and w in a phase,
///   Var = sum n / (n - 1) (z - w Z / W)^2 / (sum w x)^2.
///
/// A phase with one point is taken to vary as the others do on average,
/// weighted by degrees of freedom: by the variance of a point of weight 1, or
/// by the coefficient of variation, whichever is more. If the others have fewer
/// than three degrees of freedom, or do not vary, all phases with one point are
/// collapsed instead.
///
/// Differences between the groups of a phase count as error, so 95 % intervals
/// are rather too wide. Half widths are Student's t with Satterthwaite's
/// degrees of freedom.
CollapsedEstimate estimateFromPoints(const Metric &M,
                                     const IntervalTable &Table,
                                     std::span<const WeightedInterval> Sample,
                                     std::span<const uint32_t> Phases);

} // namespace memfacet::study

#endif

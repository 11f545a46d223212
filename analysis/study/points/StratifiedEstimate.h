//===- StratifiedEstimate.h - how sure an estimate from points is ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_STRATIFIEDESTIMATE_H
#define MEMFACET_STUDY_POINTS_STRATIFIEDESTIMATE_H

#include "analysis/study/points/PointEstimate.h"
#include <span>
#include <vector>

namespace memfacet::study {

/// Of each phase, the intervals that were simulated.
struct StratifiedSample {
  std::vector<std::vector<size_t>> ByPhase; ///< by label; sorted
  size_t size() const;
};

/// \p PerPhase (not 0) intervals of each phase, all where it has no more; each
/// set of them is equally likely.
StratifiedSample samplePhases(std::span<const uint32_t> Labels, size_t PerPhase,
                              uint64_t Seed);
/// The points themselves, one of each phase that has one.
StratifiedSample samplePoints(std::span<const uint32_t> Labels,
                              std::span<const SimulationPoint> Points);

/// Where the variance within a phase is taken from.
enum class SpreadSource {
  /// All intervals of the table, since they were simulated: the error that
  /// such a sample has, for one who wants to know how good samples are.
  AllIntervals,
  /// The sample, as one must who has nothing else; but all intervals for
  /// phases with a single sampled interval, which says nothing about variance.
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
  /// As a share of the estimate; infinite where that is 0 and not sure.
  double relativeHalfWidth() const;
};

/// Phases are strata (W. G. Cochran, Sampling Techniques, 3rd ed., Wiley 1977,
/// chapters 5 and 6). With W of a phase its share of the instructions, N its
/// intervals and n those sampled, and for intervals as long as each other,
///
///   Var = sum W^2 s^2 / n (1 - n/N),
///
/// s^2 the variance, with N - 1 or n - 1, of an interval's numerator per
/// instruction. In general a phase's counts y and x of numerator and
/// denominator are its instructions times the sums of the sampled counts over
/// those of the sampled instructions m, the metric is R = sum y / sum x over
/// phases, and s^2 is that of
///
///   (y - Y/M m) - R (x - X/M m),
///
/// with Y, X and M of the phase: a combined ratio estimator, linearised. Half
/// widths are 1.96 standard errors, or with SpreadSource::Sample as Student's t
/// has it with Satterthwaite's degrees of freedom.
///
/// The interval is right for intervals chosen at random. Points are chosen, the
/// most typical ones; for them it says how far off a point might be that is as
/// good as any. Phases without a sampled interval are left out of the estimate,
/// and the interval does not know what they would change.
SureEstimate estimateByPhases(const Metric &M, const IntervalTable &Table,
                              std::span<const uint32_t> Labels,
                              const StratifiedSample &Sample,
                              SpreadSource Source = SpreadSource::AllIntervals);

/// What points say of a metric, and how far they may be off, from the points
/// alone.
struct CollapsedEstimate {
  double Estimate = 0;  ///< estimateOf
  double HalfWidth = 0; ///< of a 95 % interval around it
  /// Shares of the weight of phases that have one point: of what these may be
  /// off by, HalfWidth has a guess.
  double Unknown = 0;
};

/// \p Phases: of each of \p Sample. A phase is made of groups of intervals, and
/// each point stands for one of them: strata with one observation each, which
/// say nothing of their variance. So the strata of a phase are collapsed (W. G.
/// Cochran, Sampling Techniques, 3rd ed., section 5A.12), in proportion to
/// their weights: with weights w, counts y and x of numerator and denominator
/// per instruction and R the estimate,
///
///   z = w (y - R x),  Z and W their and the weights' sums in a phase,
///   Var = sum n / (n - 1) (z - w Z / W)^2 / (sum w x)^2.
///
/// A phase with one point is taken to vary as the others do in the mean of
/// their degrees of freedom: by the variance of a point of weight 1, or by the
/// coefficient of variation, whichever is more. If these are fewer than three,
/// or do not vary, all phases with one point are collapsed instead.
///
/// What groups of a phase differ by counts as if it were error, so intervals
/// are rather too wide. Half widths are Student's t with Satterthwaite's
/// degrees of freedom.
CollapsedEstimate estimateFromPoints(const Metric &M,
                                     const IntervalTable &Table,
                                     std::span<const WeightedInterval> Sample,
                                     std::span<const uint32_t> Phases);

} // namespace memfacet::study

#endif

//===- CollapsedStrata.h - how sure points are, by themselves -------------===//

#ifndef MEMFACET_POINTS_COLLAPSEDSTRATA_H
#define MEMFACET_POINTS_COLLAPSEDSTRATA_H

#include "analysis/points/StratifiedEstimate.h"

namespace memfacet {

/// What points say of a metric, and how far they may be off, from the points
/// alone.
struct CollapsedEstimate {
  double Estimate = 0;  ///< estimateOf
  double HalfWidth = 0; ///< of a 95 % interval around it
  /// Shares of the weight of phases that have one point: what these may be off
  /// by is not in HalfWidth.
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
/// What groups of a phase differ by counts as if it were error, so intervals
/// are rather too wide. Half widths are Student's t with Satterthwaite's
/// degrees of freedom.
CollapsedEstimate estimateFromPoints(const Metric &M,
                                     const IntervalTable &Table,
                                     std::span<const WeightedInterval> Sample,
                                     std::span<const uint32_t> Phases);

} // namespace memfacet

#endif

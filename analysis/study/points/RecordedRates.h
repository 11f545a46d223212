//===- RecordedRates.h - how far off points are in the recording ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When points are chosen, the misses of each interval in the recorded caches
// are known. So it is known how far off the points are there. This helps to
// correct estimates for other caches, and of cycles.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_POINTS_RECORDEDRATES_H
#define MEMFACET_STUDY_POINTS_RECORDEDRATES_H

#include "analysis/study/points/PointEstimate.h"
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::study {

/// A count per instruction: of all intervals, and as points estimate it.
struct RecordedRate {
  double All = 0, Points = 0;
  bool operator==(const RecordedRate &) const = default;

  /// Returns by how much the truth exceeds \p Estimate, of the same count in
  /// another simulation, if that is off in proportion:
  ///
  ///   (all - points) (estimate + all) / (points + all).
  ///
  /// In the recorded caches, where the estimate is that of the points, the
  /// result is all - points. If the points have nearly no counts, "all" in the
  /// denominator keeps the result bounded.
  double shift(double Estimate) const;
};

struct RecordedRates {
  RecordedRate Accesses;            ///< of the first level
  std::vector<RecordedRate> Misses; ///< by level
  std::optional<RecordedRate> Cycles;
  bool operator==(const RecordedRates &) const = default;
};

RecordedRates recordedRates(const IntervalTable &Table,
                            std::span<const WeightedInterval> Sample);

/// Returns a line for a file of points, which is a comment to other programs.
std::string ratesLine(const RecordedRates &R);
/// Reads a ratesLine(); nothing where \p Line is another line.
std::optional<RecordedRates> readRates(std::string_view Line);

/// Returns by how much the truth of \p M exceeds the estimate from \p Sample of
/// \p Table, if the sample is off as in the recording. \p Costs are the cycles
/// that a miss of each level adds. Without recorded cycles, the error of cycles
/// per instruction is the cost of the misses that the points do not show, times
/// the slope of the points' cycles over the cost of their misses. The slope is
/// between 0 (misses are hidden) and 1 (each miss is waited for), and 1 where
/// the points do not differ. Levels that were not recorded count as right.
double shiftOf(const Metric &M, const IntervalTable &Table,
               std::span<const WeightedInterval> Sample, const RecordedRates &R,
               std::span<const double> Costs);

} // namespace memfacet::study

#endif

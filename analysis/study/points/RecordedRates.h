//===- RecordedRates.h - what points would have said of the recording -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who chooses points knows how much was missed in each interval of the caches
// that were recorded. So he knows how far off the points are there, and that
// tells something of other caches, and of cycles.
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

  /// By how much the truth is more than \p Estimate, of the same count in
  /// another simulation, if that is off in proportion:
  ///
  ///   (all - points) (estimate + all) / (points + all).
  ///
  /// In the recorded caches, where the estimate is that of the points, it is
  /// all - points. Where points have nearly none, "all" keeps it from growing
  /// without bounds.
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

/// A line of a file of points: a comment to other programs.
std::string ratesLine(const RecordedRates &R);
/// Its inverse; nothing where \p Line is something else.
std::optional<RecordedRates> readRates(std::string_view Line);

/// By how much the truth about \p M is more than what \p Sample of \p Table
/// says, if the sample is off as it is in the recording. \p Costs are the
/// cycles that a miss of each level adds. Without recorded cycles, those per
/// instruction are off by what the misses cost, times the slope of the points'
/// cycles over what their misses cost, which is between 0 (they are hidden) and
/// 1 (each is waited for); 1 where the points do not differ. Levels that were
/// not recorded are not off.
double shiftOf(const Metric &M, const IntervalTable &Table,
               std::span<const WeightedInterval> Sample, const RecordedRates &R,
               std::span<const double> Costs);

} // namespace memfacet::study

#endif

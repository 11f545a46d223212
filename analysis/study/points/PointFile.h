//===- PointFile.h - files of chosen intervals ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_POINTFILE_H
#define MEMFACET_STUDY_POINTS_POINTFILE_H

#include "analysis/study/points/RecordedRates.h"
#include "analysis/support/Error.h"
#include "analysis/support/IntervalCut.h"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::study {

/// An interval to simulate.
struct ChosenInterval {
  uint32_t Thread = 0;
  uint32_t Interval = 0; ///< of the thread, from 0
  uint32_t Cluster = 0;
  double Weight = 0; ///< of the cluster; all add up to 1
  /// The phase, where the file has it: several points are of one phase, and
  /// each has a number of its own as Cluster.
  std::optional<uint32_t> Phase = {};

  /// Returns the number that all points of a phase share.
  uint32_t phase() const { return Phase.value_or(Cluster); }
  bool operator==(const ChosenInterval &) const = default;
};

struct ChosenIntervals {
  std::vector<ChosenInterval> Points; ///< in the order of the file
  /// Whether the file names threads. The points then stand for all threads.
  bool HasThreads = false;
  std::optional<IntervalPlan> Cut;       ///< where the file says so
  std::optional<RecordedRates> Recorded; ///< where the file has them
};

/// Returns the first line of a file of points, which says how intervals are
/// counted: "# intervals of 20000 instructions, cut at stalls, at procedures".
/// It is a comment to programs that only read SimPoint's files.
std::string cutLine(const IntervalPlan &Cut);
/// Returns the part of that line after the length, for example "" or ", cut at
/// stalls".
std::string cutText(const IntervalPlan &Cut);

/// Returns what follows a point where phases have several points: " # phase 3".
/// It is a comment to other programs.
std::string phaseComment(uint32_t Phase);

/// Reads SimPoint's two files. \p Points has lines of "interval cluster", or of
/// "interval cluster thread" in all lines; without threads, intervals are those
/// of \p Thread. \p Weights has lines of "weight cluster", which are scaled to
/// add up to 1. If \p Weights is empty, all points have the same weight.
/// Several points of a cluster share its weight. `#` begins a comment, except
/// in cutLine(), which may come first, ratesLine() and phaseComment(). An error
/// names the file and the line.
Expected<ChosenIntervals>
parsePoints(std::string_view Points, std::string_view Weights, uint32_t Thread);

} // namespace memfacet::study

#endif

//===- PointFile.h - chosen intervals, as files have them -----------------===//
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
  double Weight = 0; ///< the cluster's; those of all add up to 1
  /// Where the file says so: several points, each with a number of its own in
  /// place of the cluster's, are of this one.
  std::optional<uint32_t> Phase = {};

  /// What it shares with others of its phase.
  uint32_t phase() const { return Phase.value_or(Cluster); }
  bool operator==(const ChosenInterval &) const = default;
};

/// How a run was cut into the intervals that a file counts.
struct PointCut {
  uint64_t Length = 0; ///< instructions
  /// They end early where threads waited (DecoderOptions::CutAtStalls).
  bool AtStalls = false;
  IntervalCut Markers = IntervalCut::Period; ///< and there
  bool operator==(const PointCut &) const = default;
};

struct ChosenIntervals {
  std::vector<ChosenInterval> Points; ///< in the order of the file
  /// The file says whose intervals they are: they stand for all threads.
  bool HasThreads = false;
  std::optional<PointCut> Cut;           ///< where the file says so
  std::optional<RecordedRates> Recorded; ///< the same
};

/// The first line of a file of points, which says how to count them:
/// "# intervals of 20000 instructions, cut at stalls, at procedures". To
/// programs that know SimPoint's files alone, it is a comment.
std::string cutLine(const PointCut &Cut);
/// What it says behind the length: "", ", cut at stalls".
std::string cutText(const PointCut &Cut);

/// Behind a point of several of a phase: " # phase 3". To other programs, it is
/// a comment.
std::string phaseComment(uint32_t Phase);

/// SimPoint's two files: \p Points has lines of "interval cluster" or "interval
/// cluster thread" (then all have it; else they are intervals of \p Thread), \p
/// Weights lines of "weight cluster", scaled to add up to 1. Where \p Weights
/// is empty, all weigh the same. Several points of a cluster share its weight.
/// `#` begins a comment, but for cutLine, which may come first, ratesLine and
/// phaseComment. An error names the file and the line.
Expected<ChosenIntervals>
parsePoints(std::string_view Points, std::string_view Weights, uint32_t Thread);

} // namespace memfacet::study

#endif

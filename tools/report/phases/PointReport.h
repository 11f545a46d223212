//===- PointReport.h - simulation points from block vectors ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/phases.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_PHASES_POINTREPORT_H
#define MEMFACET_REPORT_PHASES_POINTREPORT_H

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/study/points/IntervalTable.h"
#include "analysis/study/points/SimulationPoints.h"
#include "memfacet/Check.h"
#include "tools/support/Terminal.h"
#include <string>

namespace memfacet::report {

/// Where the vectors came from, their clusters and points.
struct PointReport {
  std::string Source;    ///< the file
  std::string Signature; ///< what distinguishes intervals
  /// What a vector's sum counts: "IR instructions", "samples", or
  /// "instructions" of whatever kind the file's writer counts.
  std::string Unit;
  study::PointSet Points; ///< weights are the vectors' sums
  size_t Empty = 0;
  bool ByLength = false; ///< an interval's weight is the vector's sum
  uint32_t MostClusters = 0;
  study::Choice Chosen;
  std::vector<study::SimulationPoint> Picked;
  bool Several = false; ///< a cluster may have several points
  /// The counts of the intervals in the profile; Intervals is empty if there
  /// are none.
  study::IntervalTable Table = {};

  /// Returns the number of Picked[\p I] in files, like PhaseStudy::pointNumber.
  uint32_t pointNumber(size_t I) const {
    MEMFACET_CHECK(I < Picked.size(), "only points have numbers in files");
    return Several ? uint32_t(I) : Picked[I].Cluster;
  }
};

std::string pointText(const PointReport &R, const Terminal &Out);
std::string pointJson(const PointReport &R);
/// Writes a header row, then a row per point.
std::string pointCsv(const PointReport &R);

/// Return SimPoint's files: lines "interval cluster" and "weight cluster", by
/// cluster. If a cluster may have several points, the points are numbered
/// instead, by interval; a comment names the cluster, and the first line has
/// the profile's counts of all intervals and of the points.
std::string simpointsFile(const PointReport &R);
std::string weightsFile(const PointReport &R);
/// Returns a line "cluster distance" for each interval.
std::string labelsFile(const study::Clustering &C);

} // namespace memfacet::report

#endif

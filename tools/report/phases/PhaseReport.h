//===- PhaseReport.h - the phases of one or several runs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/phases.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_PHASES_PHASEREPORT_H
#define MEMFACET_REPORT_PHASES_PHASEREPORT_H

#include "analysis/study/phases/CompareSignatures.h"
#include "analysis/study/phases/IntervalView.h"
#include "analysis/study/phases/PhaseContents.h"
#include "analysis/study/phases/PhaseStudy.h"
#include "analysis/study/phases/PointMarkers.h"
#include "analysis/study/points/Scaling.h"
#include "analysis/study/points/Scores.h"
#include "analysis/study/points/StratifiedEstimate.h"
#include "tools/support/SourceFile.h"
#include "tools/support/Terminal.h"
#include <string>

namespace memfacet::report {

/// What reports of phases show.
struct PhaseReport {
  const study::PhaseInput &In;
  const study::PhaseOptions &Options;
  const study::PhaseStudy &Study;
  std::vector<study::PhaseContents> Contents; ///< by phase
  study::Scaling Scales; ///< over the runs, also if there is one
  // By metric of the table:
  std::vector<study::SpreadScore> Spreads;
  std::vector<study::SureEstimate> Estimates;
  /// Estimates that are not shown, because more than a quarter of the misses or
  /// cycles is of points that begin with empty caches and stand for others.
  std::vector<bool> Withheld = {};
  std::vector<std::optional<study::MarkedRegion>> Markers = {}; ///< by point
};

/// \p MissLevel: the level whose misses are listed by structure.
Expected<PhaseReport> phaseReport(const study::PhaseInput &In,
                                  const study::PhaseOptions &Options,
                                  const study::PhaseStudy &Study,
                                  size_t MissLevel);

std::string phaseText(const PhaseReport &R, const Terminal &Out);
std::string phaseJson(const PhaseReport &R);
/// Writes a row per interval.
std::string phaseCsv(const PhaseReport &R);

/// Writes, for people, the estimates of the metrics with each number of phases.
std::string phaseTrialTable(const PhaseReport &R, const Terminal &Out);
/// Writes, for people, instructions and time of each phase in each run.
std::string phaseScalingTable(const PhaseReport &R, const Terminal &Out);
/// Returns "12.3 %".
std::string phaseShareText(double Share);
/// Returns CPI as a number, rates in per cent.
std::string phaseMetricText(const study::Metric &M, double Value);
/// Returns the code that a phase executes most.
std::string phaseCodeText(const PhaseReport &R, const study::PhaseContents &C);

std::string comparisonText(const study::PhaseInput &In,
                           const study::SignatureComparison &C,
                           const Terminal &Out);
std::string comparisonJson(const study::SignatureComparison &C);
std::string comparisonCsv(const study::SignatureComparison &C);

/// Return files of points and of weights in SimPoint's format; labelsFile()
/// makes the file of labels. The file of points begins with a line that says
/// how intervals are cut (cutLine); each other line has the thread as a third
/// word. Intervals are those of the recording. If \p Length is longer, they are
/// those of \p Length instructions that contain the middles of the points.
/// Phases count from 0.
std::string phasePointsFile(const study::PhaseInput &In,
                            const study::PhaseStudy &Study, uint64_t Length);
std::string phaseWeightsFile(const study::PhaseStudy &Study);

/// Returns "1" to "9", then "a", "b", ...
std::string phaseName(uint32_t Phase);
/// Returns a line per thread: the names of the thread's phases over time, blank
/// where the thread did nothing. All runs share one clock, the instructions so
/// far.
std::string phaseRibbons(const study::PhaseInput &In,
                         std::span<const uint32_t> Labels, size_t Width);

/// \p Path: the profile of the interval's run, from which sources are found.
std::string intervalText(const PhaseReport &R, const study::IntervalView &V,
                         const std::string &Path, const Terminal &Out);
std::string intervalJson(const PhaseReport &R, const study::IntervalView &V,
                         const std::string &Path);
/// Writes a row per site.
std::string intervalCsv(const PhaseReport &R, const study::IntervalView &V,
                        const std::string &Path);

} // namespace memfacet::report

#endif

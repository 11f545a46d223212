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

namespace memfacet {

/// What reports of phases show.
struct PhaseReport {
  const study::PhaseInput &In;
  const study::PhaseOptions &Options;
  const study::PhaseStudy &Study;
  std::vector<study::PhaseContents> Contents; ///< by phase
  study::Scaling Scales;                      ///< over runs, also of one
  // By metric of the table:
  std::vector<study::SpreadScore> Spreads;
  std::vector<study::SureEstimate> Estimates;
  /// Estimates that are not told: more than a quarter of the misses or cycles
  /// is of points that begin with empty caches and stand for others.
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
/// A row per interval.
std::string phaseCsv(const PhaseReport &R);

/// What each number of phases says of the metrics. For people.
std::string phaseTrialTable(const PhaseReport &R, const Terminal &Out);
/// Instructions and time of each phase in each run. For people.
std::string phaseScalingTable(const PhaseReport &R, const Terminal &Out);
/// "12.3 %".
std::string phaseShareText(double Share);
/// CPI as a number, rates in per cent.
std::string phaseMetricText(const study::Metric &M, double Value);
/// The code that a phase executes most.
std::string phaseCodeText(const PhaseReport &R, const study::PhaseContents &C);

std::string comparisonText(const study::PhaseInput &In,
                           const study::SignatureComparison &C,
                           const Terminal &Out);
std::string comparisonJson(const study::SignatureComparison &C);
std::string comparisonCsv(const study::SignatureComparison &C);

/// Files of points and of weights as SimPoint has them; labelsFile() makes the
/// one of labels. The file of points begins with a line that says how intervals
/// are cut (cutLine); its lines have the thread as a third word. Intervals are
/// those of the recording. If \p Length takes several together, they are those
/// of \p Length instructions that contain the middles of the points. Phases
/// count from 0.
std::string phasePointsFile(const study::PhaseInput &In,
                            const study::PhaseStudy &Study, uint64_t Length);
std::string phaseWeightsFile(const study::PhaseStudy &Study);

/// "1" to "9", then "a", "b", ...
std::string phaseName(uint32_t Phase);
/// A line per thread: the names of its phases over time, blank where it did
/// nothing. All runs share one clock, the instructions so far.
std::string phaseRibbons(const study::PhaseInput &In,
                         std::span<const uint32_t> Labels, size_t Width);

/// \p Path: the profile of the interval's run. Sources are found from there.
std::string intervalText(const PhaseReport &R, const study::IntervalView &V,
                         const std::string &Path, const Terminal &Out);
std::string intervalJson(const PhaseReport &R, const study::IntervalView &V,
                         const std::string &Path);
/// A row per site.
std::string intervalCsv(const PhaseReport &R, const study::IntervalView &V,
                        const std::string &Path);

} // namespace memfacet

#endif

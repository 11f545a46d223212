//===- PointRun.h - a run, estimated from its simulation points -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/phases.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_PHASES_POINTRUN_H
#define MEMFACET_REPORT_PHASES_POINTRUN_H

#include "analysis/caches/memory/PointWarmth.h"
#include "analysis/study/points/ReplayedIntervals.h"
#include "tools/support/Terminal.h"
#include <optional>
#include <string>
#include <vector>

namespace memfacet {

/// Misses of one level of one structure.
struct EstimatedMisses {
  double Estimate = 0;
  uint64_t Truth = 0; ///< where the whole was simulated
};

struct EstimatedStructure {
  std::string Name, Title; ///< in JSON and CSV, and in tables
  std::string Place, Path; ///< in tables, and in JSON and CSV
  std::vector<EstimatedMisses> Levels;
};

/// A run of which only points were simulated, and estimates for all of it.
struct PointRun {
  /// Estimates are withheld where half their range is more than this part of
  /// its middle.
  static constexpr double MostUnsure = 0.25;
  struct Range {
    double Low = 0, High = 0;
    bool tooWide() const { return High - Low > MostUnsure * (High + Low); }
  };
  struct Level {
    /// Of the misses if cold lines miss: those that are none if they hit.
    double UnsureShare = 0;
    bool Withheld = false; ///< too much is open
  };

  std::string Trace;   ///< path
  std::string Caches;  ///< spec
  std::string Core;    ///< name or spec; may be empty
  uint64_t Length = 0; ///< instructions of an interval
  uint64_t WarmIntervals = 0;
  study::PointCut Cut; ///< where intervals end
  bool ThreadsAlone = false;
  bool PointsSeparate =
      false; ///< each by itself; then PointSeconds is not known
  study::ChosenIntervals Chosen;
  std::vector<uint64_t> PointLengths; ///< instructions, by point
  uint64_t Intervals = 0;             ///< that the points stand for
  uint64_t Instructions = 0;          ///< in these intervals
  uint64_t PointInstructions = 0;     ///< of these, those in points
  /// Instructions of all threads: in the trace; and simulated, which are those
  /// of points, of what warms caches before them and of what other threads did
  /// meanwhile.
  uint64_t TraceInstructions = 0, ReplayedInstructions = 0;
  std::vector<double> MissCosts; ///< by level, cycles; only with a core
  bool HasTruth = false;         ///< the whole was simulated, too
  std::vector<study::MetricEstimate> Metrics;
  /// By metric: half a confidence interval, from the points alone
  /// (estimateFromPoints); empty if there is one point.
  std::vector<double> HalfWidths;
  /// By metric, with the estimate in it: what it is if cold lines hit and if
  /// they miss (PointWarmth.h). Empty: not known.
  std::vector<Range> Ranges;
  std::vector<Level> Levels; ///< empty: as Ranges
  /// By metric: by how much the truth is more if the points are as far off as
  /// they are in the recording (shiftOf). Empty: the file does not say.
  std::vector<double> Shifts;
  /// The weight of phases with one point, which HalfWidths leave out.
  double UnknownShare = 0;
  /// The most misses of the last level first.
  std::vector<EstimatedStructure> Structures;
  /// Processor time; the second one where the whole was simulated, too.
  double PointSeconds = 0, WholeSeconds = 0;

  /// The sum of |estimate - truth| over all structures, divided by the sum of
  /// truths. Infinite where that is 0.
  double structureError(size_t Level) const;
  bool isWithheld(size_t Level) const {
    return Level < Levels.size() && Levels[Level].Withheld;
  }
};

/// Estimates the run from \p Part, a simulation of the points alone; \p Whole
/// is one of the whole run, or null, \p Warmth what is known of cold caches, or
/// null. The caller says how points were simulated: Trace, TraceInstructions,
/// ReplayedInstructions, WarmIntervals, Cut, ThreadsAlone, times.
Expected<PointRun> estimateRun(const study::ChosenIntervals &Chosen,
                               const result::Profile &Part,
                               const result::Profile *Whole,
                               const caches::PointWarmth::Table *Warmth);

std::string pointRunText(const PointRun &R, const Terminal &Out);
std::string pointRunJson(const PointRun &R);
/// A header row, then a row per metric and per level of each structure.
std::string pointRunCsv(const PointRun &R);

} // namespace memfacet

#endif

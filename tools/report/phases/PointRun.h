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

namespace memfacet::report {

/// Misses of one level of one structure.
struct EstimatedMisses {
  double Estimate = 0;
  uint64_t Truth = 0; ///< if the whole was simulated
};

struct EstimatedStructure {
  std::string Name, Title; ///< in JSON and CSV, and in tables
  std::string Place, Path; ///< in tables, and in JSON and CSV
  std::vector<EstimatedMisses> Levels;
};

/// A run of which only points were simulated, and estimates for all of it.
struct PointRun {
  /// An estimate is withheld if half of its range is more than this part of the
  /// middle of the range.
  static constexpr double MostUnsure = 0.25;
  struct Range {
    double Low = 0, High = 0;
    bool tooWide() const { return High - Low > MostUnsure * (High + Low); }
  };
  struct Level {
    /// The share of the misses, if cold lines miss, that are none if cold lines
    /// hit.
    double UnsureShare = 0;
    bool Withheld = false; ///< UnsureShare is too large
  };

  std::string Trace;   ///< path
  std::string Caches;  ///< spec
  std::string Core;    ///< name or spec; may be empty
  uint64_t Length = 0; ///< instructions of an interval
  uint64_t WarmIntervals = 0;
  IntervalPlan Cut; ///< where intervals end
  bool ThreadsAlone = false;
  /// Points were simulated one by one; PointSeconds is not known.
  bool PointsSeparate = false;
  study::ChosenIntervals Chosen;
  std::vector<uint64_t> PointLengths; ///< instructions, by point
  uint64_t Intervals = 0;             ///< intervals that the points stand for
  uint64_t Instructions = 0;          ///< in these intervals
  uint64_t PointInstructions = 0;     ///< of these, those in points
  /// Instructions of all threads: in the trace; and simulated, that is, of
  /// points, of what warms caches before them, and of other threads at that
  /// time.
  uint64_t TraceInstructions = 0, ReplayedInstructions = 0;
  std::vector<double> MissCosts; ///< by level, cycles; only with a core
  bool HasTruth = false;         ///< the whole was simulated, too
  std::vector<study::MetricEstimate> Metrics;
  /// By metric: half of a 95 % interval, from the points alone
  /// (estimateFromPoints); empty if there is one point.
  std::vector<double> HalfWidths;
  /// By metric: the range of the estimate, the value if cold lines hit, and the
  /// value if they miss (PointWarmth.h). Empty: not known.
  std::vector<Range> Ranges;
  std::vector<Level> Levels; ///< empty: not known
  /// By metric: what must be added to the estimate if the points are as far off
  /// as in the recording (shiftOf). Empty: the file does not say.
  std::vector<double> Shifts;
  /// The weight of phases with one point, which HalfWidths leave out.
  double UnknownShare = 0;
  /// Structures, those with most misses of the last level first.
  std::vector<EstimatedStructure> Structures;
  /// Processor time of the points, and of the whole if it was simulated.
  double PointSeconds = 0, WholeSeconds = 0;

  /// Returns the sum of |estimate - truth| over all structures, divided by the
  /// sum of truths; infinite if the latter is 0.
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
/// Writes a header row, then a row per metric and per level of each structure.
std::string pointRunCsv(const PointRun &R);

} // namespace memfacet::report

#endif

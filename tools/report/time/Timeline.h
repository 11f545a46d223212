//===- Timeline.h - a metric over time, by structure ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A timeline has a curve for each of the largest structures, one for the rest
// and one for all of them.
//
// docs/timeline.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_TIME_TIMELINE_H
#define MEMFACET_REPORT_TIME_TIMELINE_H

#include "analysis/result/profile/Profile.h"
#include "tools/support/Terminal.h"
#include <optional>

namespace memfacet::report {

/// What a curve shows: a count, which is Part minus Subtracted, or a rate,
/// which is Scale times Part divided by Whole.
struct TimelineMetric {
  std::string Name; ///< as in --metric: "l1-misses"
  std::string Text; ///< for people: "L1 misses"
  result::Measure Part = result::Measure::Accesses;
  std::optional<result::Measure> Subtracted; ///< of counts only
  std::optional<result::Measure> Whole;      ///< of rates only
  /// Whether Whole is of all structures together (instructions, cycles).
  bool OfAll = false;
  double Scale = 1; ///< of rates: 100 for per cent, 1000 for "per thousand"
  bool PerStructure = true; ///< false: only a total exists

  bool isRate() const { return Whole.has_value(); }
};

/// Returns all metrics of \p P.
std::vector<TimelineMetric> timelineMetrics(const result::Profile &P);
/// Finds the metric \p Name. "miss-rate" and "misses" are of the first level.
Expected<TimelineMetric> timelineMetric(const result::Profile &P,
                                        const std::string &Name);

/// A curve: a structure, the sum of the others, or the total.
struct TimelineRow {
  std::string Name, Title;           ///< in JSON and CSV, and in tables
  std::vector<StructureId> Members;  ///< empty: a sum
  std::vector<uint64_t> Part, Whole; ///< by point; Whole of rates only
  uint64_t PartSum = 0, WholeSum = 0;

  /// Returns a count or a scaled rate; 0 where Whole is 0.
  double at(const TimelineMetric &M, size_t Point) const;
  double overall(const TimelineMetric &M) const;
  std::vector<double> values(const TimelineMetric &M) const;
};

struct TimelineOptions {
  std::vector<StructureId> Named = {}; ///< only these; empty: the largest Top
  size_t Top = 8;
  uint64_t Period = 0;     ///< instructions; 0: the result of usualPeriod
  std::string Reason = {}; ///< the reason for a chosen Period, or ""
  /// Absent: all threads, on the clock of the process.
  std::optional<uint32_t> Thread = {};
  bool Stacked = false; ///< areas instead of lines, in drawings
};

/// A metric over time. At each point the rows add up to the total: their counts
/// or, of rates, Part and Whole.
struct Timeline {
  TimelineMetric Metric;
  uint64_t Base = 0;   ///< instructions of an interval of the profile
  uint64_t Period = 0; ///< of a point; a multiple of Base
  size_t Points = 0;   ///< the last one may be shorter
  uint64_t End = 0;    ///< the end of the axis, in instructions
  std::string Reason;  ///< the reason for a chosen Period, or ""
  std::optional<uint32_t> Thread = {};
  std::vector<TimelineRow> Rows; ///< structures, largest first; then others
  TimelineRow Total;
};

/// Returns the period in instructions at which a run of \p Intervals, of
/// \p Base instructions each, has at most 200 points: 1, 2 or 5 times a power
/// of ten bases.
uint64_t usualPeriod(uint64_t Base, uint64_t Intervals);

Expected<Timeline> timeline(const result::Profile &P,
                            const TimelineMetric &Metric,
                            const TimelineOptions &Options);

struct ChosenPeriod {
  uint64_t Period = 0; ///< instructions; 0: there is none
  /// "trough", "threshold": see docs/internals/volatility.md.
  std::string Reason;
};

/// Finds the shortest period at which most of the structures that \p Options
/// shows, by their weight, are calm.
Expected<ChosenPeriod> chosenPeriod(const result::Profile &P,
                                    const TimelineMetric &Metric,
                                    const TimelineOptions &Options);

std::string timelineText(const result::Profile &P, const Timeline &T,
                         const Terminal &Out);
std::string timelineJson(const result::Profile &P, const Timeline &T);
/// Writes a line per row and point.
std::string timelineCsv(const Timeline &T);
/// Draws lines, or areas on top of each other.
std::string timelineSvg(const result::Profile &P, const Timeline &T,
                        bool Stacked);
/// Writes counter tracks, one per row, in the JSON format of trace events,
/// which Perfetto reads. An instruction is shown as a nanosecond.
std::string timelinePerfetto(const result::Profile &P,
                             const std::vector<Timeline> &Tracks);

} // namespace memfacet::report

#endif

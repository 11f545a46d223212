//===- Timeline.h - a metric of structures over time ----------------------===//
//
// docs/timeline.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_TIME_TIMELINE_H
#define MEMFACET_REPORT_TIME_TIMELINE_H

#include "analysis/profile/Profile.h"
#include "tools/support/Terminal.h"
#include <optional>

namespace memfacet {

/// What can be shown over time: a count, or a rate of two.
struct TimelineMetric {
  std::string Name; ///< as one types it: "l1-misses"
  std::string Text; ///< for people: "L1 misses"
  Measure Part = Measure::Accesses;
  std::optional<Measure> Less;  ///< counts: taken off Part
  std::optional<Measure> Whole; ///< rates: what Part is divided by
  /// Whole is of all structures together (instructions, cycles).
  bool OfAll = false;
  double Scale = 1; ///< of rates: 100 for per cent, 1000 for "per thousand"
  bool PerStructure = true; ///< else there is a total only

  bool isRate() const { return Whole.has_value(); }
};

/// All that \p P can show.
std::vector<TimelineMetric> timelineMetrics(const Profile &P);
/// The one called \p Name; "miss-rate" and "misses" are the first level's.
Expected<TimelineMetric> timelineMetric(const Profile &P,
                                        const std::string &Name);

/// A curve to be shown.
struct TimelineRow {
  std::string Name;
  std::vector<StructureId> Members;  ///< none: the total, or what is left of it
  std::vector<uint64_t> Part, Whole; ///< by point; Whole of rates only
  uint64_t PartSum = 0, WholeSum = 0;

  /// What is shown of \p M: a count or a scaled rate, 0 where Whole is.
  double at(const TimelineMetric &M, size_t Point) const;
  double overall(const TimelineMetric &M) const;
  std::vector<double> values(const TimelineMetric &M) const;
};

struct TimelineOptions {
  std::vector<StructureId> Named; ///< those that were asked for
  size_t Top = 8;                 ///< rows, where nobody was
  uint64_t Period = 0;            ///< instructions; 0: that of usualPeriod
  std::string Why;                ///< Period was chosen so, or ""
  /// Nothing: the process, on its own clock.
  std::optional<uint32_t> Thread;
  bool Stacked = false; ///< drawings
};

/// Rows add up to the total: counts of the points do, and Part and Whole of
/// rates.
struct Timeline {
  TimelineMetric Metric;
  uint64_t Base = 0;   ///< instructions of an interval of the profile
  uint64_t Period = 0; ///< of a point; a multiple of Base
  size_t Points = 0;   ///< the last one may be shorter
  uint64_t End = 0;    ///< of the axis, in instructions
  std::string Why;     ///< nobody asked for this period, but: "..."; or ""
  std::optional<uint32_t> Thread;
  std::vector<TimelineRow> Rows; ///< structures, largest first; then others
  TimelineRow Total;
};

/// The period in instructions at which a run of \p Intervals, of \p Base
/// instructions each, has at most 200 points: 1, 2 or 5 times a power of ten
/// bases.
uint64_t usualPeriod(uint64_t Base, uint64_t Intervals);

Expected<Timeline> timeline(const Profile &P, const TimelineMetric &Metric,
                            const TimelineOptions &Options);

struct ChosenPeriod {
  uint64_t Period = 0; ///< instructions; 0: there is none
  std::string Why; ///< "trough", "threshold": as docs/volatility.md has them
};

/// The shortest period at which most of the structures that \p Options shows,
/// by their weight, are calm.
Expected<ChosenPeriod> chosenPeriod(const Profile &P,
                                    const TimelineMetric &Metric,
                                    const TimelineOptions &Options);

std::string timelineText(const Profile &P, const Timeline &T,
                         const Terminal &Out);
std::string timelineJson(const Profile &P, const Timeline &T);
/// A line per row and point.
std::string timelineCsv(const Timeline &T);
/// Lines, or areas on top of each other.
std::string timelineSvg(const Profile &P, const Timeline &T, bool Stacked);
/// Counter tracks in the JSON format of trace events, one per row, for Perfetto
/// and the like; an instruction is shown as a nanosecond.
std::string timelinePerfetto(const Profile &P,
                             const std::vector<Timeline> &Tracks);

} // namespace memfacet

#endif

//===- PointRunReport.cpp - estimates of a run from points ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Scores.h"
#include "analysis/study/points/StratifiedEstimate.h"
#include "analysis/support/IntervalCut.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PointRun.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace memfacet::report {

namespace {

constexpr size_t MostStructures = 10;

std::string threadsText(const PointRun &R) {
  std::set<uint32_t> Threads;
  for (const study::ChosenInterval &P : R.Chosen.Points)
    Threads.insert(P.Thread);
  if (!R.Chosen.HasThreads)
    return fmt::format("thread {}", *Threads.begin());
  return "all threads, points of " + counted(Threads.size(), "thread");
}

std::string header(const PointRun &R) {
  std::string Text =
      fmt::format("points        {} of {} of {} instructions{}; {}\n",
                  R.Chosen.Points.size(), counted(R.Intervals, "interval"),
                  humanCount(R.Length), study::cutText(R.Cut), threadsText(R));
  Text += fmt::format(
      "replayed      {} of all instructions; {} before each point warm "
      "{}caches{}\n",
      humanRate(R.ReplayedInstructions, R.TraceInstructions),
      counted(R.WarmIntervals, "interval"), R.PointsSeparate ? "empty " : "",
      R.ThreadsAlone ? "; without other threads" : "");
  Text += fmt::format("caches        {}\n", R.Caches);
  if (!R.Core.empty())
    Text += fmt::format("core          {}\n", R.Core);
  if (R.PointsSeparate)
    return Text + "\n";
  Text += fmt::format("cpu time      {:.2f} s", R.PointSeconds);
  if (R.HasTruth)
    Text += fmt::format(
        "; the whole {:.2f} s, {:.1f} times as much", R.WholeSeconds,
        R.PointSeconds > 0 ? R.WholeSeconds / R.PointSeconds : 0);
  return Text + "\n\n";
}

/// A metric of the run, or in CSV the misses of a structure.
struct EstimateRow {
  std::string Metric, Structure;
  double Estimate = 0, HalfWidth = 0, Truth = 0;
  /// The value if cold lines hit, and if they miss.
  PointRun::Range IfCold = {};
  bool Withheld = false;
  double Shift = 0; ///< added if the points are as far off as in the recording

  /// The largest possible value.
  double Largest = std::numeric_limits<double>::infinity();

  double low() const {
    double Margin = std::min(Shift, 0.0) - HalfWidth;
    return std::max(0.0, std::min(Estimate, IfCold.Low) + Margin);
  }
  double high() const {
    double Margin = std::max(Shift, 0.0) + HalfWidth;
    return std::min(Largest, std::max(Estimate, IfCold.High) + Margin);
  }
  double error() const { return study::relativeError(Estimate, Truth); }
};

std::vector<EstimateRow> metricRows(const PointRun &R) {
  std::vector<EstimateRow> Rows;
  for (size_t I = 0; I != R.Metrics.size(); ++I) {
    const study::MetricEstimate &E = R.Metrics[I];
    double HalfWidth = R.HalfWidths.empty() ? 0 : R.HalfWidths[I];
    EstimateRow Row{.Metric = study::metricName(E.Quantity),
                    .Structure = "",
                    .Estimate = E.Estimate,
                    .HalfWidth = HalfWidth,
                    .Truth = E.Truth,
                    .IfCold = {E.Estimate, E.Estimate}};
    if (!R.Ranges.empty())
      Row.IfCold = R.Ranges[I], Row.Withheld = R.Ranges[I].tooWide();
    if (!R.Shifts.empty())
      Row.Shift = R.Shifts[I];
    if (E.Quantity.Kind == study::MetricKind::HitRate)
      Row.Largest = 1;
    Rows.push_back(Row);
  }
  return Rows;
}

/// \p R outlives the columns.
Columns<EstimateRow> estimateColumns(const PointRun &R) {
  bool Sure = !R.HalfWidths.empty(), HasTruth = R.HasTruth;
  bool Warm = !R.Ranges.empty(), Recorded = !R.Shifts.empty();
  return {
      {.Header = "metric",
       .Key = "name",
       .Value = [](auto &E) { return E.Metric; },
       .Fits = TableColumn::Fit::CutMiddle,
       .CsvKey = "metric"},
      forCsv("structure", [](auto &E) { return E.Structure; }),
      {"estimate", "estimate", [](auto &E) { return E.Estimate; },
       [](auto &E) {
         return E.Withheld ? "-" : fmt::format("{:.5g}", E.Estimate);
       }},
      {.Header = Sure ? "+- 95 %" : "",
       .Key = "half_width",
       .Value = [=](auto &E) { return Sure ? Json(E.HalfWidth) : Json(); },
       .Text =
           [](auto &E) {
             return E.Withheld ? "-" : fmt::format("{:.2g}", E.HalfWidth);
           },
       .In = Forms::Json},
      {.Header = R.Ranges.empty() ? "" : "if cold lines hit, miss",
       .Key = "if_cold",
       .Value =
           [=](auto &E) {
             return Warm ? Json({E.IfCold.Low, E.IfCold.High}) : leftOut();
           },
       .Text =
           [](auto &E) {
             return fmt::format("{:.4g}, {:.4g}", E.IfCold.Low, E.IfCold.High);
           },
       .In = Forms::Json},
      {.Header = R.Shifts.empty() ? "" : "if off as recorded",
       .Key = "if_off_as_recorded",
       .Value =
           [=](auto &E) {
             return Recorded ? Json(E.Estimate + E.Shift) : leftOut();
           },
       .Text =
           [](auto &E) {
             return E.Withheld ? "-"
                               : fmt::format("{:.4g}", E.Estimate + E.Shift);
           },
       .In = Forms::Json},
      forJson("low", [=](auto &E) { return Sure ? Json(E.low()) : leftOut(); }),
      forJson("high",
              [=](auto &E) { return Sure ? Json(E.high()) : leftOut(); }),
      forJson("withheld", [](auto &E) { return Json(E.Withheld); }),
      {.Header = HasTruth ? "whole" : "",
       .Key = "whole",
       .Value = [=](auto &E) { return HasTruth ? Json(E.Truth) : leftOut(); },
       .Text = [](auto &E) { return fmt::format("{:.5g}", E.Truth); }},
      {.Header = HasTruth ? "error" : "",
       .Key = "error",
       .Value = [=](auto &E) { return HasTruth ? Json(E.error()) : leftOut(); },
       .Text =
           [](auto &E) { return fmt::format("{:+.2f} %", 100 * E.error()); },
       .In = Forms::Json}};
}

Json levelsJson(const EstimatedStructure &S, bool HasTruth) {
  Json Levels = Json::array();
  for (const EstimatedMisses &M : S.Levels) {
    Levels.push_back({{"misses", M.Estimate}});
    if (HasTruth)
      Levels.back()["whole"] = M.Truth;
  }
  return Levels;
}

Columns<EstimatedStructure> structureColumns(const PointRun &R) {
  bool HasTruth = R.HasTruth;
  Columns<EstimatedStructure> Cs = {
      {.Header = "structure",
       .Key = "name",
       .Value = [](auto &S) { return S.Name; },
       .Text = [](auto &S) { return S.Title; },
       .Fits = TableColumn::Fit::CutMiddle},
      {.Header = "declared at",
       .Key = "place",
       .Value = [](auto &S) { return S.Path; },
       .Text = [](auto &S) { return S.Place; },
       .Fits = TableColumn::Fit::CutPath,
       .Spare = 1},
      forJson("levels", [=](auto &S) { return levelsJson(S, HasTruth); })};
  size_t Levels = R.Structures.empty() ? 0 : R.Structures[0].Levels.size();
  for (size_t L = 0; L != Levels; ++L) {
    bool Withheld = R.isWithheld(L);
    Cs.push_back(forPeople(
        fmt::format("L{} misses", L + 1), [=](auto &S) -> std::string {
          if (Withheld)
            return "-";
          return humanCount(uint64_t(std::llround(S.Levels[L].Estimate)));
        }));
    if (HasTruth)
      Cs.push_back(forPeople(
          "whole", [L](auto &S) { return humanCount(S.Levels[L].Truth); }));
  }
  return Cs;
}

std::string metricTable(const PointRun &R, const Terminal &Out) {
  Columns<EstimateRow> Cs = estimateColumns(R);
  Table T = emptyTable(Cs);
  for (const EstimateRow &E : metricRows(R))
    addRow(T, Cs, E);
  return renderTable(T, Out);
}

std::string structureTable(const PointRun &R, const Terminal &Out) {
  Columns<EstimatedStructure> Cs = structureColumns(R);
  Table T = emptyTable(Cs);
  for (size_t I = 0; I != std::min(MostStructures, R.Structures.size()); ++I)
    addRow(T, Cs, R.Structures[I]);
  return renderTable(T, Out);
}

Json pointsJson(const PointRun &R) {
  Json Points = Json::array();
  for (size_t I = 0; I != R.Chosen.Points.size(); ++I) {
    const study::ChosenInterval &P = R.Chosen.Points[I];
    Points.push_back({{"thread", P.Thread},
                      {"interval", P.Interval},
                      {"cluster", P.Cluster},
                      {"phase", P.phase()},
                      {"weight", P.Weight},
                      {"instructions", R.PointLengths[I]}});
  }
  return Points;
}

/// Says which levels were too cold, and what to do.
std::string coldText(const PointRun &R) {
  std::string Text;
  for (size_t L = 0; L != R.Levels.size(); ++L)
    if (R.Levels[L].Withheld)
      Text += fmt::format(
          "L{} is too cold: {:.0f} % of its misses in points may be hits on "
          "lines that came before the warming; estimates of them are "
          "withheld\n",
          L + 1, 100 * R.Levels[L].UnsureShare);
  if (Text.empty())
    return Text;
  return Text +
         fmt::format("warm caches for longer, with --warm {}, or "
                     "simulate the whole: memfacet simulate {} --cache "
                     "'{}'\n",
                     4 * std::max<uint64_t>(R.WarmIntervals, 5) * R.Length,
                     R.Trace.empty() ? "TRACE" : printable(R.Trace), R.Caches);
}

} // namespace

std::string pointRunText(const PointRun &R, const Terminal &Out) {
  std::string Text = header(R) + metricTable(R, Out);
  if (!R.HalfWidths.empty() && R.UnknownShare > 0)
    Text +=
        fmt::format("phases of one point, {:.1f} % of the run, are taken to "
                    "vary as the others do\n",
                    100 * R.UnknownShare);
  Text += coldText(R);
  if (R.Structures.empty())
    return Text;
  Text += "\n" + structureTable(R, Out);
  if (R.Structures.size() > MostStructures)
    Text += fmt::format("and {} more, with --json\n",
                        R.Structures.size() - MostStructures);
  if (R.HasTruth)
    for (size_t L = 0; L != R.Structures[0].Levels.size(); ++L)
      Text += fmt::format("{}L{} misses of structures are off by {:.2f} % of "
                          "all\n",
                          L ? "" : "\n", L + 1, 100 * R.structureError(L));
  return Text;
}

std::string pointRunJson(const PointRun &R) {
  Json Result = {
      {"schema", ReportSchemaVersion},
      {"caches", R.Caches},
      {"core", R.Core},
      {"interval_instructions", R.Length},
      {"cut_at_stalls", R.Cut.AtStalls},
      {"cut", IntervalCutNames[size_t(R.Cut.Cut)]},
      {"warm_intervals", R.WarmIntervals},
      {"threads_alone", R.ThreadsAlone},
      {"intervals", R.Intervals},
      {"instructions", R.Instructions},
      {"point_instructions", R.PointInstructions},
      {"trace_instructions", R.TraceInstructions},
      {"replayed_instructions", R.ReplayedInstructions},
      {"unknown_share", R.HalfWidths.empty() ? Json() : Json(R.UnknownShare)},
      {"apart", R.PointsSeparate},
      {"cpu_seconds", R.PointsSeparate ? Json() : Json(R.PointSeconds)}};
  Result["whole_cpu_seconds"] = R.HasTruth ? Json(R.WholeSeconds) : Json();
  Result["points"] = pointsJson(R);
  Result["metrics"] = jsonRows(estimateColumns(R), metricRows(R));
  Result["structures"] = jsonRows(structureColumns(R), R.Structures);
  return jsonText(Result);
}

std::string pointRunCsv(const PointRun &R) {
  Columns<EstimateRow> Cs = estimateColumns(R);
  std::string Text = csvText(Cs, metricRows(R));
  for (const EstimatedStructure &S : R.Structures)
    for (size_t L = 0; L != S.Levels.size(); ++L)
      Text += csvRow(Cs, EstimateRow{.Metric = fmt::format("L{} misses", L + 1),
                                     .Structure = S.Name,
                                     .Estimate = S.Levels[L].Estimate,
                                     .Truth = double(S.Levels[L].Truth)});
  return Text;
}

} // namespace memfacet::report

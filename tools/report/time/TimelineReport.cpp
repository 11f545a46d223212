//===- TimelineReport.cpp - timelines as text, JSON and CSV ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Canvas.h"
#include "tools/report/format/Units.h"
#include "tools/report/time/Timeline.h"
#include <algorithm>
#include <cmath>

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

/// Columns of a curve: if the terminal's width is not known, the least and the
/// most; and those that the rest of a line takes.
constexpr size_t UsualWidth = 60, LeastWidth = 20, MostWidth = 100,
                 OtherColumns = 70;

std::string number(const TimelineMetric &M, double Value) {
  if (!M.isRate())
    return humanCount(uint64_t(std::llround(Value)));
  if (M.Scale == 100)
    return fmt::format("{:.1f} %", Value);
  return fmt::format("{:.{}f}", Value, Value < 9.995 ? 2 : 1);
}

size_t widthOf(const Timeline &T, const Terminal &Out) {
  size_t Width = UsualWidth;
  if (Out.Width != 0)
    Width = std::clamp(Out.Width - std::min(Out.Width, OtherColumns),
                       LeastWidth, MostWidth);
  return std::min(Width, T.Points);
}

/// A curve; in CSV, at one point.
struct ShownRow {
  ShownRow(const Timeline &T, const TimelineRow &Row)
      : Row(Row), Values(Row.values(T.Metric)) {
    if (Values.empty())
      return;
    auto [Low, High] = std::ranges::minmax(Values);
    Least = Low, Most = High;
    Mean = T.Metric.isRate() ? Row.overall(T.Metric)
                             : double(Row.PartSum) / double(Values.size());
  }
  const TimelineRow &Row;
  std::vector<double> Values;
  double Least = 0, Mean = 0, Most = 0; ///< of the points
  size_t Point = 0;
};

Json idsJson(const TimelineRow &Row) {
  Json List = Json::array();
  for (StructureId Id : Row.Members)
    List.push_back(Id.Value);
  return List;
}

Columns<ShownRow> nameColumns(const Timeline &T) {
  return {{.Header = "structure",
           .Key = "name",
           .Value = [](auto &R) { return R.Row.Name; },
           .Text = [](auto &R) { return R.Row.Title; },
           .Fits = TableColumn::Fit::CutMiddle,
           .CsvKey = "structure"},
          forJson("structures", [](auto &R) { return idsJson(R.Row); }),
          forCsv("id",
                 [](auto &R) {
                   return R.Row.Members.size() == 1
                              ? Json(R.Row.Members[0].Value)
                              : Json();
                 }),
          forCsv("metric", [&T](auto &) { return T.Metric.Name; })};
}

/// Returns the columns of one point, in CSV.
Columns<ShownRow> pointColumns(const Timeline &T) {
  return {forCsv("begin", [&T](auto &R) { return R.Point * T.Period; }),
          forCsv("end",
                 [&T](auto &R) {
                   return std::min((R.Point + 1) * T.Period, T.End);
                 }),
          forCsv("value", [](auto &R) { return R.Values[R.Point]; }),
          forCsv("part", [](auto &R) { return R.Row.Part[R.Point]; }),
          forCsv("whole", [&T](auto &R) {
            return T.Metric.isRate() ? Json(R.Row.Whole[R.Point]) : Json();
          })};
}

/// Returns the columns of the whole curve, in JSON: counts as they are; for
/// rates the parts and wholes, too.
Columns<ShownRow> curveColumns(const Timeline &T) {
  if (!T.Metric.isRate())
    return {forJson("total", [](auto &R) { return R.Row.PartSum; }),
            forJson("values", [](auto &R) { return R.Row.Part; })};
  return {forJson("overall", [&T](auto &R) { return R.Row.overall(T.Metric); }),
          forJson("values", [](auto &R) { return R.Values; }),
          forJson("parts", [](auto &R) { return R.Row.Part; }),
          forJson("wholes", [](auto &R) { return R.Row.Whole; })};
}

/// \p T outlives the columns. \p Width: of the drawn curves.
Columns<ShownRow> columnsOf(const Timeline &T, size_t Width = 0) {
  Columns<ShownRow> Cs = nameColumns(T);
  if (!T.Metric.isRate() || T.Metric.OfAll)
    Cs.push_back(forPeople(
        "share",
        [&T](auto &R) { return humanRate(R.Row.PartSum, T.Total.PartSum); },
        Fit::Always, 1));
  addColumns<ShownRow>(
      Cs,
      {forPeople(
           "least", [&T](auto &R) { return number(T.Metric, R.Least); },
           Fit::Always, 2),
       forPeople(
           "mean", [&T](auto &R) { return number(T.Metric, R.Mean); },
           Fit::Always, 2),
       forPeople("most", [&T](auto &R) { return number(T.Metric, R.Most); }),
       forPeople(
           "over time",
           [Width](auto &R) { return sparkline(R.Values, R.Most, Width); },
           Fit::Chart)});
  addColumns(Cs, pointColumns(T));
  addColumns(Cs, curveColumns(T));
  return Cs;
}

/// Returns a row that says where the curves begin and end, in instructions.
TableRow axisOf(const Timeline &T, size_t Columns, size_t Width) {
  std::string First = "0", Last = humanCount(T.End);
  TableRow Row;
  Row.Cells.assign(Columns, "");
  Row.Cells.back() = First;
  if (First.size() + 1 + Last.size() <= Width)
    Row.Cells.back() +=
        std::string(Width - First.size() - Last.size(), ' ') + Last;
  Row.Look = Style::Dim;
  return Row;
}

std::string clockText(const result::Profile &P, const Timeline &T) {
  if (T.Thread)
    return fmt::format("of thread {}", *T.Thread);
  return P.Threads.size() > 1 ? "of all threads" : "";
}

std::string legendText(const result::Profile &P, const Timeline &T,
                       size_t Width) {
  std::string Clock = clockText(P, T);
  std::string Text = fmt::format(
      "{:<13} {}, every {} instructions{}{}", "timeline", T.Metric.Text,
      humanCount(T.Period), Clock.empty() ? "" : " ", Clock);
  if (!T.Reason.empty())
    Text += T.Period == T.Base ? " (all that the profile has)"
                               : fmt::format(" (chosen: {})", T.Reason);
  Text += fmt::format("; {}\n", counted(T.Points, "point"));
  Text += fmt::format("{:<13} each curve from 0 to its own most", "scale");
  if (Width < T.Points)
    Text += fmt::format("; a character is the mean of {:.{}f} points",
                        double(T.Points) / double(Width),
                        T.Points % Width == 0 ? 0 : 1);
  return Text + "\n\n";
}

} // namespace

std::string timelineText(const result::Profile &P, const Timeline &T,
                         const Terminal &Out) {
  if (T.Points == 0)
    return headerText(P, Out) + "\nnothing was counted\n";
  size_t Width = widthOf(T, Out);
  Columns<ShownRow> Cs = columnsOf(T, Width);
  Table Curves = emptyTable(Cs);
  for (const TimelineRow &Row : T.Rows)
    addRow(Curves, Cs, {T, Row},
           Row.Members.empty() ? Style::Dim : Style::Plain);
  addTotal(Curves, Cs, {T, T.Total});
  Curves.Rows.push_back(axisOf(T, Curves.Columns.size(), Width));
  return headerText(P, Out) + legendText(P, T, Width) +
         renderTable(Curves, Out);
}

std::string timelineJson(const result::Profile &P, const Timeline &T) {
  Columns<ShownRow> Cs = columnsOf(T);
  Json Rows = Json::array();
  for (const TimelineRow &Row : T.Rows)
    Rows.push_back(jsonObject(Cs, {T, Row}));
  Json J = jsonHead(P);
  J["metric"] = T.Metric.Name;
  J["scale"] = T.Metric.Scale;
  J["interval_instructions"] = T.Base;
  J["period"] = T.Period;
  J["period_reason"] = T.Reason;
  J["points"] = T.Points;
  J["end"] = T.End;
  if (T.Thread)
    J["thread"] = *T.Thread;
  J["rows"] = std::move(Rows);
  J["total"] = jsonObject(Cs, {T, T.Total});
  return jsonText(J);
}

std::string timelineCsv(const Timeline &T) {
  Columns<ShownRow> Cs = columnsOf(T);
  std::string Text = csvHeader(Cs);
  auto Add = [&](const TimelineRow &Row) {
    ShownRow R(T, Row);
    for (; R.Point != T.Points; ++R.Point)
      Text += csvRow(Cs, R);
  };
  for (const TimelineRow &Row : T.Rows)
    Add(Row);
  Add(T.Total);
  return Text;
}

} // namespace memfacet::report

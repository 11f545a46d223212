//===- TimelineText.cpp - timelines for people ----------------------------===//

#include "tools/report/format/Sparkline.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/TextReport.h"
#include "tools/report/time/Timeline.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;

/// Columns of a curve where nobody says how wide the terminal is, and those
/// that the rest of a line takes.
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

/// Least, mean and most of the points.
TableRow rowOf(const Timeline &T, const TimelineRow &Row, size_t Width) {
  std::vector<double> Values = Row.values(T.Metric);
  auto [Least, Most] = std::ranges::minmax(Values);
  double Mean = T.Metric.isRate() ? Row.overall(T.Metric)
                                  : double(Row.PartSum) / double(Values.size());
  TableRow To;
  To.Cells = {printable(Row.Name)};
  if (!T.Metric.isRate() || T.Metric.OfAll)
    To.Cells.push_back(humanRate(Row.PartSum, T.Total.PartSum));
  for (double Value : {Least, Mean, Most})
    To.Cells.push_back(number(T.Metric, Value));
  To.Cells.push_back(sparkline(Values, Most, Width));
  return To;
}

/// Where the curves begin and end, in instructions.
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

std::string clockText(const Profile &P, const Timeline &T) {
  if (T.Thread)
    return fmt::format("of thread {}", *T.Thread);
  return P.Threads.size() > 1 ? "of all threads" : "";
}

std::string legendText(const Profile &P, const Timeline &T, size_t Width) {
  std::string Clock = clockText(P, T);
  std::string Text = fmt::format(
      "{:<13} {}, every {} instructions{}{}", "timeline", T.Metric.Text,
      humanCount(T.Period), Clock.empty() ? "" : " ", Clock);
  if (!T.Why.empty())
    Text += T.Period == T.Base ? " (all that the profile has)"
                               : fmt::format(" (chosen: {})", T.Why);
  Text += fmt::format("; {}\n", counted(T.Points, "point"));
  Text += fmt::format("{:<13} each curve from 0 to its own most", "scale");
  if (Width < T.Points)
    Text += fmt::format("; a character is the mean of {:.{}f} points",
                        double(T.Points) / double(Width),
                        T.Points % Width == 0 ? 0 : 1);
  return Text + "\n\n";
}

} // namespace

std::string timelineText(const Profile &P, const Timeline &T,
                         const Terminal &Out) {
  if (T.Points == 0)
    return headerText(P, Out) + "\nnothing was counted\n";
  Table To;
  To.Columns = {{"structure", Fit::CutEnd, 0}};
  if (!T.Metric.isRate() || T.Metric.OfAll)
    To.Columns.push_back({"share", Fit::Always, 1});
  for (const char *Name : {"least", "mean", "most"})
    To.Columns.push_back({Name, Fit::Always, 2});
  To.Columns.back().Spare = 0;
  To.Columns.push_back({"over time", Fit::CutEnd, 0});
  size_t Width = widthOf(T, Out);
  for (const TimelineRow &Row : T.Rows) {
    To.Rows.push_back(rowOf(T, Row, Width));
    if (Row.Members.empty())
      To.Rows.back().Look = Style::Dim;
  }
  To.Rows.push_back(rowOf(T, T.Total, Width));
  To.Rows.back().Look = Style::Bold;
  To.Rows.back().RuleBefore = true;
  To.Rows.push_back(axisOf(T, To.Columns.size(), Width));
  return headerText(P, Out) + legendText(P, T, Width) + renderTable(To, Out);
}

} // namespace memfacet

//===- TimelineDrawings.cpp - a timeline as SVG and as tracks -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Columns.h"
#include "tools/report/format/Svg.h"
#include "tools/report/format/Units.h"
#include "tools/report/time/Timeline.h"
#include <algorithm>
#include <cmath>

namespace memfacet::report {

namespace {

constexpr double Width = 720, Height = 300, Left = 64, Right = 176, Top = 28,
                 Bottom = 44;
constexpr const char *OthersColour = "#999999";
constexpr size_t MostCurves = PlotColours.size();

class Drawing {
public:
  Drawing(const result::Profile &P, const Timeline &T, bool Stacked)
      : P(P), T(T), Stacked(Stacked) {
    for (const TimelineRow &Row : T.Rows)
      if (Row.Members.empty() || Rows.size() < MostCurves)
        Rows.push_back(&Row);
    for (const TimelineRow *Row : Rows)
      includeValues(Row->values(T.Metric));
    if (Stacked || Rows.empty() || !isAlone())
      includeValues(T.Total.values(T.Metric));
    Step = roundStep(Most);
    Most = std::max(Step, std::ceil(Most / Step - 1e-9) * Step);
  }

  std::string svg() const {
    std::string Text = axes() + (Stacked ? areas() : lines());
    return svgDocument(Width, Height, Text + phases());
  }

private:
  void includeValues(const std::vector<double> &Values) {
    for (double V : Values)
      Most = std::max(Most, V);
  }
  /// Returns whether only one structure is drawn. Then the total would only
  /// hide the shape.
  bool isAlone() const {
    return std::ranges::count_if(Rows, [](const TimelineRow *Row) {
             return !Row->Members.empty();
           }) == 1;
  }

  double x(uint64_t Instructions) const {
    return Left + (Width - Left - Right) * double(Instructions) /
                      double(std::max<uint64_t>(T.End, 1));
  }
  double y(double Value) const {
    return Height - Bottom - (Height - Top - Bottom) * Value / Most;
  }
  uint64_t begin(size_t Point) const {
    return std::min(Point * T.Period, T.End);
  }

  std::string value(double V) const {
    if (!T.Metric.isRate())
      return humanCount(uint64_t(std::llround(V)));
    return fmt::format("{:.3g}{}", V, T.Metric.Scale == 100 ? " %" : "");
  }

  std::string axes() const {
    std::string Text;
    for (double V = 0; V <= Most * (1 + 1e-9); V += Step) {
      Text += svgLine(Left, y(V), Width - Right, y(V), GridStyle);
      Text += svgText(Left - 6, y(V) + 4, "end", value(V));
    }
    auto Ticks = uint64_t(std::max(1.0, roundStep(double(T.End))));
    for (uint64_t Tick = 0; Tick <= T.End; Tick += Ticks) {
      Text += svgLine(x(Tick), y(0), x(Tick), y(0) + 4, AxisStyle);
      Text += svgText(x(Tick), y(0) + 16, "middle", humanCount(Tick));
    }
    Text += svgLine(Left, y(0), Width - Right, y(0), AxisStyle);
    Text += svgLine(Left, y(0), Left, y(Most), AxisStyle);
    std::string Clock = T.Thread ? fmt::format(" of thread {}", *T.Thread)
                        : P.Threads.size() > 1 ? " of all threads"
                                               : "";
    Text += svgText((Left + Width - Right) / 2, Height - 8, "middle",
                    "instructions" + Clock);
    std::string PerPeriod =
        T.Metric.isRate() ? fmt::format("{}, over {} instructions each",
                                        T.Metric.Text, humanCount(T.Period))
                          : fmt::format("{} per {} instructions", T.Metric.Text,
                                        humanCount(T.Period));
    return Text + svgText(Left - 6, Top - 12, "start", PerPeriod);
  }

  /// Draws where the program marked that a phase begins, on this clock.
  std::string phases() const {
    std::string Text;
    std::optional<uint32_t> Thread = T.Thread;
    if (P.Threads.size() == 1)
      Thread = P.Threads.front().Thread;
    constexpr size_t TooMany = 50;
    if (P.Markers.size() > TooMany)
      return Text;
    for (const result::Marker &M : P.Markers)
      if (Thread == M.Thread && M.Kind == result::MarkerKind::Phase)
        Text += svgLine(x(M.Instructions), y(0), x(M.Instructions), y(Most),
                        "stroke=\"#888888\" stroke-dasharray=\"3 3\"") +
                svgText(x(M.Instructions) + 3, Top + 8, "start", M.Name);
    return Text;
  }

  std::string colour(size_t Row) const {
    return Rows[Row]->Members.empty() ? OthersColour : PlotColours[Row];
  }

  /// Draws each value in the middle of the period, as the paper's figures do.
  std::string curve(const TimelineRow &Row, std::string_view Colour,
                    double Stroke) const {
    std::string Points;
    for (size_t I = 0; I != T.Points; ++I) {
      double Middle = (x(begin(I)) + x(begin(I + 1))) / 2;
      Points += svgPoint(Middle, y(Row.at(T.Metric, I)));
    }
    return svgPolyline(Points, Colour, Stroke);
  }

  std::string legend(size_t Place, const TimelineRow &Row,
                     std::string_view Colour) const {
    return svgLegend(
        Width - Right + 12, Top + 8 + 16 * double(Place),
        Row.Members.empty() && &Row == &T.Total ? "all" : Row.Title, Colour);
  }

  std::string lines() const {
    std::string Text;
    size_t Place = 0;
    if (!isAlone())
      Text += curve(T.Total, "black", 1) + legend(Place++, T.Total, "black");
    for (size_t I = 0; I != Rows.size(); ++I) {
      if (isAlone() && Rows[I]->Members.empty())
        continue;
      Text += curve(*Rows[I], colour(I), 1.4) +
              legend(Place++, *Rows[I], colour(I));
    }
    return Text;
  }

  /// Draws the largest at the bottom. Curves have steps, so that areas are
  /// counts.
  std::string areas() const {
    std::string Text;
    std::vector<double> Floor(T.Points);
    for (size_t Row = 0; Row != Rows.size(); ++Row) {
      std::string Upper, Lower;
      for (size_t I = 0; I != T.Points; ++I) {
        double Low = Floor[I], High = Low + Rows[Row]->at(T.Metric, I);
        double LeftX = x(begin(I)), RightX = x(begin(I + 1));
        Upper += svgPoint(LeftX, y(High)) + svgPoint(RightX, y(High));
        Lower = svgPoint(RightX, y(Low)) + svgPoint(LeftX, y(Low)) + Lower;
        Floor[I] = High;
      }
      Text += svgArea(Upper + Lower, colour(Row), 0.85) +
              legend(Rows.size() - 1 - Row, *Rows[Row], colour(Row));
    }
    return Text;
  }

  const result::Profile &P;
  const Timeline &T;
  bool Stacked;
  std::vector<const TimelineRow *> Rows;
  double Most = 0, Step = 1;
};

} // namespace

std::string timelineSvg(const result::Profile &P, const Timeline &T,
                        bool Stacked) {
  return Drawing(P, T, Stacked).svg();
}

namespace {

/// Returns microseconds, the unit of times in the format; an instruction is
/// shown as a nanosecond.
double shownTime(uint64_t Instructions) { return double(Instructions) / 1000; }

Json counter(const std::string &Name, uint64_t Instructions, Json Value) {
  return {{"name", Name},
          {"ph", "C"},
          {"pid", 1},
          {"ts", shownTime(Instructions)},
          {"args", {{"value", std::move(Value)}}}};
}

/// Adds a track. A value holds until the next one, so only changes are written.
void addTrack(const Timeline &T, const TimelineRow &Row, Json &Events) {
  std::string Name = T.Metric.Text + ": " + Row.Title;
  auto Value = [&](size_t I) {
    return T.Metric.isRate() ? Json(Row.at(T.Metric, I)) : Json(Row.Part[I]);
  };
  for (size_t I = 0; I != T.Points; ++I)
    if (I == 0 || Value(I) != Value(I - 1))
      Events.push_back(counter(Name, I * T.Period, Value(I)));
  Events.push_back(counter(Name, T.End, 0));
}

} // namespace

std::string timelinePerfetto(const result::Profile &P,
                             const std::vector<Timeline> &Tracks) {
  Json Events = Json::array();
  Events.push_back({{"name", "process_name"},
                    {"ph", "M"},
                    {"pid", 1},
                    {"args", {{"name", P.Program}}}});
  for (const Timeline &T : Tracks) {
    addTrack(T, T.Total, Events);
    for (const TimelineRow &Row : T.Rows)
      addTrack(T, Row, Events);
  }
  // Markers are written on the clock of their thread.
  std::optional<uint32_t> Thread = Tracks.front().Thread;
  if (P.Threads.size() == 1)
    Thread = P.Threads.front().Thread;
  for (const result::Marker &M : P.Markers)
    if (Thread == M.Thread)
      Events.push_back({{"name", M.Kind == result::MarkerKind::Phase
                                     ? M.Name
                                     : result::markerKindName(M.Kind)},
                        {"ph", "i"},
                        {"s", "p"},
                        {"pid", 1},
                        {"tid", M.Thread},
                        {"ts", shownTime(M.Instructions)}});
  Json J = {{"traceEvents", std::move(Events)},
            {"displayTimeUnit", "ns"},
            {"otherData",
             {{"clock", "1 ns is 1 IR instruction"},
              {"tool_version", P.ToolVersion}}}};
  return jsonText(J, -1);
}

} // namespace memfacet::report

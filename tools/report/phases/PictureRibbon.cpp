//===- PictureRibbon.cpp - picture: phases and metrics over time ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Canvas.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhasePicture.h"
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

namespace memfacet::report {

namespace {

constexpr double Width = 900, Left = 140, Right = 100, Thread = 18, Gap = 4,
                 Curve = 52, Title = 24, Bottom = 44;
constexpr size_t Bins = 300;

using Values = std::vector<std::optional<double>>;

/// The values on a metric's axis.
struct Range {
  double Low = 0, High = 0;
  /// Returns the position of \p V in [0, 1]; in the middle if the metric never
  /// changes.
  double place(double V) const {
    return High > Low ? (V - Low) / (High - Low) : 0.5;
  }
};

class RibbonPicture : public PhasePicture {
public:
  explicit RibbonPicture(const PhaseReport &R)
      : R(R), Metrics(R.In.Table.metrics()), End(study::processEnd(R.In.Table)),
        // A piece that is narrower than a fifth of a dot cannot be seen.
        Ribbons(study::ribbonsOf(R.In.Table, R.Study.labels(),
                                 uint64_t(double(End) / (5 * Width)))) {
    for (const study::Metric &M : Metrics)
      Ranges.push_back(rangeOf(M));
  }

  std::string text(const Terminal &Out) const override;
  std::string svg() const override;
  std::string json() const override;
  std::string csv() const override;

private:
  Range rangeOf(const study::Metric &M) const {
    Range Result{1e300, -1e300};
    for (uint32_t Run = 0; Run != R.In.Runs.size(); ++Run)
      for (const auto &V : study::metricOverTime(R.In.Table, M, Run, Bins, End))
        if (V)
          Result.Low = std::min(Result.Low, *V),
          Result.High = std::max(Result.High, *V);
    return Result.High < Result.Low ? Range() : Result;
  }
  double x(double Instructions) const {
    return Left + (Width - Left - Right) * Instructions / double(End);
  }
  std::string runTitle(uint32_t Run) const {
    const result::Profile &P = R.In.Runs[Run];
    std::string Name = std::filesystem::path(P.Program).filename().string();
    std::string Text =
        R.In.Runs.size() == 1 ? Name : fmt::format("run {}: {}", Run + 1, Name);
    return fmt::format("{}, {}", Text,
                       counted(R.Scales.Threads[Run], "thread"));
  }
  std::string ribbon(const study::Ribbon &B, double Y) const;
  std::string curve(size_t Metric, uint32_t Run, double Y) const;
  std::string axis(double Y) const;

  const PhaseReport &R;
  std::vector<study::Metric> Metrics;
  uint64_t End;
  std::vector<study::Ribbon> Ribbons;
  std::vector<Range> Ranges; ///< by metric
};

std::string RibbonPicture::ribbon(const study::Ribbon &B, double Y) const {
  std::string Text =
      svgText(Left - 6, Y + 13, "end", fmt::format("thread {}", B.Thread));
  for (const study::RibbonPiece &P : B.Pieces)
    Text += svgBox(x(double(P.Begin)), Y, x(double(P.End)) - x(double(P.Begin)),
                   Thread, hexOf(phaseColour(P.Phase)));
  return Text + svgFrame(Left, Y, Width - Left - Right, Thread);
}

std::string RibbonPicture::curve(size_t M, uint32_t Run, double Y) const {
  Range Scale = Ranges[M];
  auto Height = [&](double V) {
    return Y + Curve - 8 - (Curve - 14) * Scale.place(V);
  };
  std::string Text =
      svgText(8, Y + Curve / 2 + 3, "start", metricShort(Metrics[M]));
  for (double V : std::set<double>{Scale.Low, Scale.High})
    Text += svgLine(Left, Height(V), Width - Right, Height(V), GridStyle) +
            svgText(Left - 6, Height(V) + 4, "end", metricText(Metrics[M], V));
  std::string Points;
  auto Flush = [&] {
    if (!Points.empty())
      Text += svgPolyline(Points, "black", 1);
    Points.clear();
  };
  Values BinValues =
      study::metricOverTime(R.In.Table, Metrics[M], Run, Bins, End);
  double PerBin = double(End) / double(Bins);
  for (size_t B = 0; B != Bins; ++B) {
    if (!BinValues[B]) {
      Flush();
      continue;
    }
    for (size_t Edge : {B, B + 1})
      Points += svgPoint(x(double(Edge) * PerBin), Height(*BinValues[B]));
  }
  Flush();
  return Text;
}

std::string RibbonPicture::axis(double Y) const {
  std::string Text = svgLine(Left, Y, Width - Right, Y, AxisStyle);
  double Step = std::max(1.0, roundStep(double(End)));
  for (double Tick = 0; Tick <= double(End); Tick += Step)
    Text += svgLine(x(Tick), Y, x(Tick), Y + 4, AxisStyle) +
            svgText(x(Tick), Y + 16, "middle", humanCount(uint64_t(Tick)));
  return Text + svgText((Left + Width - Right) / 2, Y + 34, "middle",
                        "instructions of all threads");
}

std::string RibbonPicture::svg() const {
  std::string Text = svgPhases(Width - Right + 12, Title + 10, R);
  double Y = 0, Legend = Title + 16 * double(R.Study.phases()) + 10;
  for (uint32_t Run = 0; Run != R.In.Runs.size(); ++Run) {
    Y += Title;
    Text += svgText(Left, Y - 8, "start", runTitle(Run));
    for (const study::Ribbon &B : Ribbons)
      if (B.Run == Run) {
        Text += ribbon(B, Y);
        Y += Thread + Gap;
      }
    for (size_t M = 0; M != Metrics.size(); ++M) {
      Text += curve(M, Run, Y);
      Y += Curve;
    }
  }
  return svgDocument(Width, std::max(Y + Bottom, Legend), Text + axis(Y));
}

std::string RibbonPicture::text(const Terminal &Out) const {
  std::string Text = phaseRibbons(R.In, R.Study.labels(), Out.Width) + "\n";
  constexpr size_t Margin = 14;
  size_t Columns =
      std::clamp<size_t>(Out.Width == 0 ? 100 : Out.Width, 40, 160) - Margin;
  for (uint32_t Run = 0; Run != R.In.Runs.size(); ++Run) {
    Text += runTitle(Run) + "\n";
    for (size_t M = 0; M != Metrics.size(); ++M) {
      Range Scale = Ranges[M];
      std::vector<double> Heights;
      for (const auto &V :
           study::metricOverTime(R.In.Table, Metrics[M], Run, Columns, End))
        // It is blank where nothing ran.
        Heights.push_back(V ? 1 + 7 * Scale.place(*V) : 0);
      Text += fmt::format("{:<{}}{}\n{:<{}}from {} to {}\n",
                          metricShort(Metrics[M]), Margin,
                          sparkline(Heights, 8, Columns), "", Margin,
                          metricText(Metrics[M], Scale.Low),
                          metricText(Metrics[M], Scale.High));
    }
  }
  return Text;
}

std::string RibbonPicture::json() const {
  Json Threads = Json::array(), Curves = Json::array();
  for (const study::Ribbon &B :
       study::ribbonsOf(R.In.Table, R.Study.labels(), 0)) {
    Json Pieces = Json::array();
    for (const study::RibbonPiece &P : B.Pieces)
      Pieces.push_back(
          {{"begin", P.Begin}, {"end", P.End}, {"phase", phaseName(P.Phase)}});
    Threads.push_back(
        {{"run", B.Run}, {"thread", B.Thread}, {"pieces", std::move(Pieces)}});
  }
  for (uint32_t Run = 0; Run != R.In.Runs.size(); ++Run)
    for (const study::Metric &M : Metrics) {
      Json Points = Json::array();
      for (const auto &V : study::metricOverTime(R.In.Table, M, Run, Bins, End))
        Points.push_back(V ? Json(*V) : Json());
      Curves.push_back({{"run", Run},
                        {"metric", study::metricName(M)},
                        {"values", std::move(Points)}});
    }
  Json Result = {{"schema", ReportSchemaVersion},
                 {"picture", pictureName(PictureKind::Ribbon)},
                 {"instructions", End},
                 {"threads", std::move(Threads)},
                 {"curves", std::move(Curves)}};
  return jsonText(Result);
}

std::string RibbonPicture::csv() const {
  std::string Text = csvLine({"run", "thread", "begin", "end", "phase"});
  for (const study::Ribbon &B :
       study::ribbonsOf(R.In.Table, R.Study.labels(), 0))
    for (const study::RibbonPiece &P : B.Pieces)
      Text += csvLine({fmt::format("{}", B.Run), fmt::format("{}", B.Thread),
                       fmt::format("{}", P.Begin), fmt::format("{}", P.End),
                       phaseName(P.Phase)});
  return Text;
}

} // namespace

MadePicture ribbonPicture(const PhaseReport &R) {
  return std::unique_ptr<PhasePicture>(new RibbonPicture(R));
}

} // namespace memfacet::report

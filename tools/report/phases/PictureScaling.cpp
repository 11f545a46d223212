//===- PictureScaling.cpp - picture: phases over thread counts ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Canvas.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhasePicture.h"
#include <algorithm>
#include <cmath>

namespace memfacet::report {

namespace {

constexpr double Width = 560, Height = 340, Left = 70, Right = 100, Top = 36,
                 Bottom = 44;

class ScalingPicture : public PhasePicture {
public:
  ScalingPicture(const PhaseReport &R, bool Time) : R(R), Time(Time) {
    for (const auto &Runs : R.Scales.ByPhase)
      for (const study::PhaseInRun &P : Runs)
        Most = std::max(Most, value(P));
    Step = roundStep(Most);
    Most = std::max(Step, std::ceil(Most / Step - 1e-9) * Step);
  }

  std::string text(const Terminal &Out) const override;
  std::string svg() const override;
  std::string json() const override;
  std::string csv() const override;

private:
  double value(const study::PhaseInRun &P) const {
    return Time ? P.Time : double(P.Instructions);
  }
  std::string unit() const {
    return !Time ? "instructions"
           : R.In.Table.HasCycles
               ? "cycles"
               : "instructions, along the order of synchronisation";
  }
  std::string title() const {
    return fmt::format("{} of each phase{}",
                       Time ? "elapsed time" : "instructions",
                       Time ? ", in " + unit() : "");
  }
  size_t runs() const { return R.Scales.runs(); }
  double x(double Run) const {
    return Left + (Width - Left - Right) * (Run + 0.5) / double(runs());
  }
  double y(double Value) const {
    return Height - Bottom - (Height - Top - Bottom) * Value / Most;
  }
  std::string axes() const;

  const PhaseReport &R;
  bool Time;
  double Most = 0, Step = 1;
};

std::string ScalingPicture::axes() const {
  std::string Text = svgText(Left, 20, "start", title());
  for (double V = 0; V <= Most * (1 + 1e-9); V += Step)
    Text += svgLine(Left, y(V), Width - Right, y(V), GridStyle) +
            svgText(Left - 6, y(V) + 4, "end", humanCount(uint64_t(V)));
  for (size_t Run = 0; Run != runs(); ++Run)
    Text += svgText(x(double(Run)), y(0) + 16, "middle",
                    fmt::format("{}", R.Scales.Threads[Run]));
  Text += svgLine(Left, y(0), Width - Right, y(0), AxisStyle) +
          svgLine(Left, y(0), Left, y(Most), AxisStyle);
  return Text + svgText((Left + Width - Right) / 2, Height - 10, "middle",
                        "threads, run by run");
}

std::string ScalingPicture::svg() const {
  std::string Text = axes();
  for (size_t Phase = 0; Phase != R.Scales.ByPhase.size(); ++Phase) {
    std::string Points, Colour = hexOf(phaseColour(uint32_t(Phase))), Dots;
    for (size_t Run = 0; Run != runs(); ++Run) {
      double X = x(double(Run)), Y = y(value(R.Scales.ByPhase[Phase][Run]));
      Points += svgPoint(X, Y);
      Dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" "
                          "fill=\"{}\"/>\n",
                          X, Y, Colour);
    }
    Text += svgPolyline(Points, Colour, 1.6) + Dots;
  }
  return svgDocument(Width, Height,
                     Text + svgPhases(Width - Right + 16, Top + 10, R));
}

/// Returns a line of the picture: the letters of \p Names where it has some, in
/// front of \p Dots, \p Columns braille characters.
static std::string lettersOverDots(const std::string &Names,
                                   const std::string &Dots, size_t Columns) {
  constexpr size_t Bytes = 3; // of a braille character
  std::string Line;
  for (size_t X = 0; X != Names.size(); ++X)
    Line += Names[X] != ' ' ? std::string(1, Names[X])
            : X < Columns   ? Dots.substr(X * Bytes, Bytes)
                            : " ";
  Line.erase(Line.find_last_not_of(' ') + 1);
  return Line;
}

/// Draws a line of dots for each phase, and the phase's name at each run.
std::string ScalingPicture::text(const Terminal &Out) const {
  constexpr size_t Lines = 16, Margin = 10;
  size_t Columns =
      std::clamp<size_t>(Out.Width == 0 ? 72 : Out.Width, 40, 100) - Margin;
  Canvas C(Columns, Lines);
  auto ColumnOf = [&](double Run) {
    return size_t((Run + 0.5) / double(runs()) * double(C.width() - 1));
  };
  auto RowOf = [&](double Value) {
    return size_t(std::lround((1 - Value / Most) * double(C.height() - 1)));
  };
  // Names by line and column. A name whose place is taken moves to the right.
  std::vector<std::string> Names(Lines, std::string(Columns + 40, ' '));
  for (size_t Phase = 0; Phase != R.Scales.ByPhase.size(); ++Phase) {
    const auto &Runs = R.Scales.ByPhase[Phase];
    for (size_t Run = 0; Run != runs(); ++Run) {
      double Current = value(Runs[Run]);
      size_t Begin = ColumnOf(double(Run)), End = Begin;
      double Next = Current;
      if (Run + 1 != runs())
        End = ColumnOf(double(Run + 1)), Next = value(Runs[Run + 1]);
      for (size_t X = Begin; X < End; ++X)
        C.set(X, RowOf(Current + (Next - Current) * double(X - Begin) /
                                     double(End - Begin)));
      std::string &Line = Names[RowOf(Current) / Canvas::DotsDown];
      size_t Column = Begin / Canvas::DotsAcross;
      while (Line[Column] != ' ')
        ++Column;
      Line[Column] = phaseName(uint32_t(Phase))[0];
    }
  }
  std::string Text = title() + "\n";
  for (size_t Y = 0; Y != Lines; ++Y) {
    std::string Label;
    if (Y == 0 || Y + 1 == Lines)
      Label = humanCount(Y == 0 ? uint64_t(Most) : 0);
    Text += fmt::format("{:>{}} {}\n", Label, Margin - 1,
                        lettersOverDots(Names[Y], C.line(Y), Columns));
  }
  std::string Axis(Margin + Columns, ' ');
  for (size_t Run = 0; Run != runs(); ++Run) {
    std::string Count = fmt::format("{}", R.Scales.Threads[Run]);
    Axis.replace(Margin + ColumnOf(double(Run)) / Canvas::DotsAcross,
                 Count.size(), Count);
  }
  Axis.replace(0, 7, "threads");
  Axis.erase(Axis.find_last_not_of(' ') + 1);
  return Text + Axis + "\n";
}

std::string ScalingPicture::json() const {
  Json Lines = Json::array();
  for (size_t Phase = 0; Phase != R.Scales.ByPhase.size(); ++Phase) {
    Json Values = Json::array();
    for (const study::PhaseInRun &P : R.Scales.ByPhase[Phase])
      Values.push_back(value(P));
    Lines.push_back(
        {{"phase", phaseName(uint32_t(Phase))}, {"values", std::move(Values)}});
  }
  Json Result = {
      {"schema", ReportSchemaVersion},
      {"picture", pictureName(Time ? PictureKind::ScalingTime
                                   : PictureKind::ScalingInstructions)},
      {"unit", unit()},
      {"threads", R.Scales.Threads},
      {"phases", std::move(Lines)}};
  return jsonText(Result);
}

std::string ScalingPicture::csv() const {
  std::string Text =
      csvLine({"phase", "run", "threads", Time ? "time" : "instructions"});
  for (size_t Phase = 0; Phase != R.Scales.ByPhase.size(); ++Phase)
    for (size_t Run = 0; Run != runs(); ++Run)
      Text += csvLine(
          {phaseName(uint32_t(Phase)), fmt::format("{}", Run),
           fmt::format("{}", R.Scales.Threads[Run]),
           fmt::format("{:.12g}", value(R.Scales.ByPhase[Phase][Run]))});
  return Text;
}

} // namespace

MadePicture scalingPicture(const PhaseReport &R, bool Time) {
  if (R.Scales.runs() < 2)
    return makeError("scaling needs several runs, with 1, 2 and 4 threads for "
                     "instance: memfacet phases one.mfp two.mfp four.mfp");
  return std::unique_ptr<PhasePicture>(new ScalingPicture(R, Time));
}

} // namespace memfacet::report

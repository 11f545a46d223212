//===- PictureAccesses.cpp - picture: accessed addresses over time --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/IntervalView.h"
#include "analysis/study/phases/PictureCurves.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhasePicture.h"
#include <algorithm>
#include <cmath>
#include <iterator>

namespace memfacet::report {

namespace {

constexpr size_t MostRows = 200, MostColumns = 1600;
constexpr double Width = 860, Left = 72, Right = 20, Top = 56, Band = 150,
                 Gap = 22, Strip = 10, Bottom = 40;

class AccessesPicture : public PhasePicture {
public:
  AccessesPicture(const PhaseReport &R, study::ThreadOfRun Chosen,
                  study::AccessPicture P)
      : R(R), Chosen(Chosen), P(std::move(P)) {}

  std::string text(const Terminal &Out) const override;
  std::string svg() const override;
  std::string json() const override;
  std::string csv() const override;
  std::optional<Raster> raster() const override;

private:
  /// Returns the count that is drawn black; few counts are larger. If the
  /// largest count were black, one hot address would hide all others.
  static double blackOf(const study::AccessBand &B) {
    std::vector<double> Counts;
    std::ranges::copy_if(B.Dots, std::back_inserter(Counts),
                         [](double Count) { return Count > 0; });
    if (Counts.empty())
      return 0;
    auto Nth = Counts.begin() + ptrdiff_t(Counts.size() * 99 / 100);
    std::nth_element(Counts.begin(), Nth, Counts.end());
    return *Nth;
  }
  /// Returns the shade by the square root of the count, so that few accesses
  /// show, too.
  static double shade(double Black, double Count) {
    return Black > 0 ? std::min(std::sqrt(Count / Black), 1.0) : 0;
  }
  /// Draws a band, high addresses at the top.
  Raster rasterOf(const study::AccessBand &B) const {
    Raster Result(P.Columns, P.Rows);
    double Black = blackOf(B);
    for (size_t Row = 0; Row != P.Rows; ++Row)
      for (size_t Column = 0; Column != P.Columns; ++Column)
        Result.set(Column, P.Rows - 1 - Row,
                   greyOf(shade(Black, B.Dots[Row * P.Columns + Column])));
    return Result;
  }
  uint32_t phaseOf(const study::AccessSlice &S) const {
    return R.Study.labels()[S.Interval];
  }
  double x(double Column) const {
    return Left + (Width - Left - Right) * Column / double(P.Columns);
  }
  std::string title() const {
    return fmt::format("{} of {}, addresses modulo {}",
                       P.Bands.size() == 1 ? "loads" : "loads and misses",
                       threadText(R, Chosen.Run, Chosen.Thread),
                       humanBytes(P.Modulo));
  }
  /// Returns the number of the slice's interval.
  uint32_t interval(const study::AccessSlice &S) const {
    return R.In.Table.Intervals[S.Interval].Interval;
  }
  static std::string bandText(const std::string &Name, const char *Darkest,
                              double Black) {
    return Black == 0 ? Name + ": none"
                      : fmt::format("{}; {}: {} and more", Name, Darkest,
                                    humanCount(uint64_t(Black)));
  }
  std::string phases() const;
  std::string axis(double Y) const;

  const PhaseReport &R;
  study::ThreadOfRun Chosen;
  study::AccessPicture P;
};

std::optional<Raster> AccessesPicture::raster() const {
  constexpr size_t GapRows = 4;
  Raster Result(P.Columns, P.Bands.size() * (P.Rows + GapRows) - GapRows,
                {180, 180, 180});
  for (size_t B = 0; B != P.Bands.size(); ++B) {
    Raster BandRaster = rasterOf(P.Bands[B]);
    for (size_t Y = 0; Y != BandRaster.height(); ++Y)
      for (size_t X = 0; X != BandRaster.width(); ++X)
        Result.set(X, B * (P.Rows + GapRows) + Y, BandRaster.at(X, Y));
  }
  return Result;
}

/// Draws the phases above the slices: colours, and names where there is room.
std::string AccessesPicture::phases() const {
  constexpr double LeastToName = 9;
  std::string Text;
  for (size_t I = 0; I != P.Slices.size();) {
    size_t End = I + 1;
    while (End != P.Slices.size() &&
           phaseOf(P.Slices[End]) == phaseOf(P.Slices[I]))
      ++End;
    double LeftEdge = x(P.Slices[I].Begin),
           RightEdge = x(P.Slices[End - 1].End);
    uint32_t Phase = phaseOf(P.Slices[I]);
    Text += svgBox(LeftEdge, Top - Strip - 4, RightEdge - LeftEdge, Strip,
                   hexOf(phaseColour(Phase)));
    if (RightEdge - LeftEdge >= LeastToName)
      Text += svgText((LeftEdge + RightEdge) / 2, Top - Strip - 8, "middle",
                      phaseName(Phase));
    I = End;
  }
  return Text;
}

std::string AccessesPicture::axis(double Y) const {
  std::string Text = svgLine(Left, Y, Width - Right, Y, AxisStyle);
  auto Step = size_t(std::max(1.0, roundStep(double(P.Slices.size()))));
  for (size_t I = 0; I < P.Slices.size(); I += Step)
    Text += svgLine(x(P.Slices[I].Begin), Y, x(P.Slices[I].Begin), Y + 4,
                    AxisStyle) +
            svgText(x(P.Slices[I].Begin), Y + 16, "middle",
                    fmt::format("{}", interval(P.Slices[I])));
  return Text +
         svgText((Left + Width - Right) / 2, Y + 32, "middle", "interval");
}

std::string AccessesPicture::svg() const {
  std::string Text = svgText(Left, 18, "start", title()) + phases() +
                     svgText(Left - 8, Top - Strip - 8, "end", "phase");
  double Y = Top;
  for (const study::AccessBand &B : P.Bands) {
    Text += svgRaster(Left, Y, Width - Left - Right, Band, rasterOf(B)) +
            svgFrame(Left, Y, Width - Left - Right, Band) +
            svgText(Left - 6, Y + 8, "end", humanBytes(P.Modulo)) +
            svgText(Left - 6, Y + Band, "end", "0") +
            svgText(Left, Y + Band + 14, "start",
                    bandText(B.Name, "black", blackOf(B)));
    Y += Band + Gap;
  }
  return svgDocument(Width, Y + Bottom, Text + axis(Y));
}

std::string AccessesPicture::text(const Terminal &Out) const {
  size_t Columns = std::min<size_t>(
      P.Columns, Out.Width == 0 ? 100 : std::clamp<size_t>(Out.Width, 40, 160));
  constexpr size_t MostLines = 12;
  size_t Lines = std::min(P.Rows, MostLines);
  std::string Text = title() + "\n";
  std::string Phases(Columns, ' ');
  for (const study::AccessSlice &S : P.Slices)
    for (size_t C = 0; C != Columns; ++C) {
      double Middle = (double(C) + 0.5) * double(P.Columns) / double(Columns);
      if (S.Begin <= Middle && Middle < S.End)
        Phases[C] = phaseName(phaseOf(S))[0];
    }
  for (const study::AccessBand &B : P.Bands) {
    study::AccessBand Small{"", std::vector<double>(Lines * Columns), 0};
    for (size_t Row = 0; Row != P.Rows; ++Row)
      for (size_t Column = 0; Column != P.Columns; ++Column)
        Small.Dots[Row * Lines / P.Rows * Columns +
                   Column * Columns / P.Columns] +=
            B.Dots[Row * P.Columns + Column];
    double Black = blackOf(Small);
    Text += "\n" + bandText(B.Name, "@", Black) + "\n";
    if (Black == 0)
      continue;
    Text += Phases + "\n";
    for (size_t Row = Lines; Row-- != 0;) {
      std::string Line;
      for (size_t Column = 0; Column != Columns; ++Column)
        Line += shadeOf(shade(Black, Small.Dots[Row * Columns + Column]));
      Line.erase(Line.find_last_not_of(' ') + 1);
      Text += Line + "\n";
    }
  }
  return Text + fmt::format("\nintervals {} to {}\n",
                            interval(P.Slices.front()),
                            interval(P.Slices.back()));
}

std::string AccessesPicture::json() const {
  Json Bands = Json::array(), Slices = Json::array();
  for (const study::AccessBand &B : P.Bands) {
    Json Rows = Json::array();
    for (size_t Row = 0; Row != P.Rows; ++Row)
      Rows.push_back(std::vector<double>(
          B.Dots.begin() + ptrdiff_t(Row * P.Columns),
          B.Dots.begin() + ptrdiff_t((Row + 1) * P.Columns)));
    Bands.push_back({{"band", B.Name}, {"rows", std::move(Rows)}});
  }
  for (const study::AccessSlice &S : P.Slices)
    Slices.push_back({{"interval", interval(S)},
                      {"phase", phaseName(phaseOf(S))},
                      {"begin", S.Begin},
                      {"end", S.End}});
  Json Result = {{"schema", ReportSchemaVersion},
                 {"picture", pictureName(PictureKind::Accesses)},
                 {"run", Chosen.Run},
                 {"thread", Chosen.Thread},
                 {"modulo", P.Modulo},
                 {"slices", std::move(Slices)},
                 {"bands", std::move(Bands)}};
  return jsonText(Result, -1);
}

std::string AccessesPicture::csv() const {
  std::string Text = csvLine({"band", "row", "column", "count"});
  for (const study::AccessBand &B : P.Bands)
    for (size_t I = 0; I != B.Dots.size(); ++I)
      if (B.Dots[I] != 0)
        Text += csvLine({B.Name, fmt::format("{}", I / P.Columns),
                         fmt::format("{}", I % P.Columns),
                         fmt::format("{:.15g}", B.Dots[I])});
  return Text;
}

} // namespace

MadePicture accessesPicture(const PhaseReport &R,
                            const PictureOptions &Options) {
  Expected<study::ThreadOfRun> Chosen =
      study::selectedThread(R.In, Options.Run, Options.Thread);
  if (!Chosen)
    return Chosen.error();
  Expected<study::AccessPicture> P =
      study::accessPicture(R.In, Chosen->Run, Chosen->Thread,
                           R.Options.Signature.Modulo, MostRows, MostColumns);
  if (!P)
    return P.error();
  return std::unique_ptr<PhasePicture>(
      new AccessesPicture(R, *Chosen, std::move(*P)));
}

} // namespace memfacet::report

//===- CurvesDrawings.cpp - miss curves on a terminal and as SVG ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/MissCurves.h"
#include "tools/report/caches/Curves.h"
#include "tools/report/format/Canvas.h"
#include "tools/report/format/Svg.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cmath>

namespace memfacet::report {

namespace {

constexpr size_t Rows = 10, LabelWidth = 8, UsualWidth = 80;
static constexpr uint64_t LeastBytes = 1024;

/// A horizontal axis of sizes, by their logarithm.
struct Scale {
  double First, Last; ///< log2 of bytes
  size_t Width;       ///< positions

  double bytesAt(size_t X) const {
    return std::exp2(First + (Last - First) * double(X) / double(Width - 1));
  }
  /// Returns the position of \p Bytes, or nothing if it is not on the axis.
  std::optional<size_t> placeOf(uint64_t Bytes) const {
    double Share = (std::log2(double(Bytes)) - First) / (Last - First);
    if (Share < 0 || Share > 1)
      return std::nullopt;
    return size_t(std::lround(Share * double(Width - 1)));
  }
};

void put(std::string &Line, size_t Position, const std::string &Text) {
  if (Position + Text.size() > Line.size())
    Position = Line.size() - std::min(Line.size(), Text.size());
  // Text that is there already stays.
  for (size_t I = 0; I != Text.size() && Position + I < Line.size(); ++I)
    if (Line[Position + I] != ' ')
      return;
  Line.replace(Position, Text.size(), Text);
}

std::string axis(const Scale &S, size_t Columns) {
  std::string Line(Columns, ' ');
  for (double Log = std::ceil(S.First); Log <= S.Last; Log += 4)
    if (auto Position = S.placeOf(uint64_t(std::exp2(Log))))
      put(Line, *Position / Canvas::DotsAcross,
          humanBytes(uint64_t(std::exp2(Log))));
  return std::string(LabelWidth, ' ') + Line + "\n";
}

std::string levelLine(const Scale &S, const caches::CacheModel &Caches,
                      size_t Columns) {
  std::string Line(Columns, ' ');
  for (const caches::CacheLevel &L : Caches.Levels)
    if (auto Position = S.placeOf(L.Bytes))
      put(Line, *Position / Canvas::DotsAcross, L.Name);
  return std::string(LabelWidth, ' ') + Line + "\n";
}

} // namespace

std::string curvePlot(const CurveModel &M, const NamedCurve &Row,
                      const caches::CacheModel &Caches, size_t Width) {
  size_t Columns =
      std::clamp<size_t>(Width ? Width : UsualWidth, 40, 120) - LabelWidth;
  Canvas C(Columns, Rows);
  double Last = std::log2(double(result::bucketBegin(lastBucket(M, Caches)) *
                                 uint64_t(M.LineBytes)));
  Scale S{std::log2(double(LeastBytes)),
          std::max(Last, std::log2(double(LeastBytes)) + 1), C.width()};
  auto Ratio = [&](size_t X) {
    auto Bytes = uint64_t(S.bytesAt(X) * (1 + 1e-9));
    return double(missesAt(M, Row.Curve, Bytes)) /
           double(std::max<uint64_t>(1, Row.Curve.touches()));
  };
  double Top = std::max(Ratio(0), 1e-9);
  auto Height = [&](size_t X) {
    return size_t(std::lround((1 - Ratio(X) / Top) * double(C.height() - 1)));
  };
  size_t PreviousY = Height(0);
  for (size_t X = 0; X != C.width(); ++X) {
    size_t Y = Height(X);
    for (size_t Dot = std::min(Y, PreviousY); Dot <= std::max(Y, PreviousY);
         ++Dot)
      C.set(X, Dot);
    PreviousY = Y;
  }
  for (const caches::CacheLevel &L : Caches.Levels)
    if (auto X = S.placeOf(L.Bytes))
      for (size_t Y = 0; Y < C.height(); Y += 2)
        C.set(*X, Y);
  std::string Text = Row.Title + ": misses by size of the cache\n";
  Text += levelLine(S, Caches, Columns);
  for (size_t Y = 0; Y != Rows; ++Y) {
    bool Labelled = Y % 3 == 0;
    double Percent = 100 * Top * (1 - double(Y) / double(Rows - 1));
    Text += Labelled ? fmt::format("{:>6.1f}% ", Percent)
                     : std::string(LabelWidth, ' ');
    Text += C.line(Y) + "\n";
  }
  return Text + axis(S, Columns);
}

namespace {

constexpr double Width = 640, Height = 360, Left = 56, Right = 176, Top = 28,
                 Bottom = 44;
constexpr size_t MostCurves = 6;
class Drawing {
public:
  Drawing(const result::Profile &P, const CurveModel &M,
          const CurveOptions &Options)
      : P(P), M(M), Rows(drawnRows(M, Options, MostCurves)),
        First(
            result::bucketOf(std::max<uint64_t>(1, LeastBytes / M.LineBytes))),
        Last(std::max(lastBucket(M, P.Caches), First + 1)) {
    for (const NamedCurve *Row : Rows)
      Most = std::max(Most, ratio(*Row, First));
    Most = std::max(Most, ratio(M.Total, First));
    // Rounds up to a round number.
    double Unit = std::pow(10, std::floor(std::log10(std::max(Most, 1e-4))));
    Most = std::min(1.0, std::ceil(Most / Unit) * Unit);
  }

  std::string svg() const {
    std::string Text = axes() + levels();
    for (size_t I = 0; I != Rows.size(); ++I)
      Text +=
          curve(*Rows[I], PlotColours[I % PlotColours.size()], 1.5) +
          legend(I + 1, Rows[I]->Title, PlotColours[I % PlotColours.size()]);
    Text += curve(M.Total, "black", 2.2) + legend(0, "all", "black");
    return svgDocument(Width, Height, Text);
  }

private:
  static double ratio(const NamedCurve &Row, size_t Bucket) {
    return double(Row.Curve.misses(Bucket)) /
           double(std::max<uint64_t>(1, Row.Curve.touches()));
  }
  double x(double Lines) const {
    double Low = std::log2(double(result::bucketBegin(First)));
    double High = std::log2(double(result::bucketBegin(Last)));
    return Left +
           (Width - Left - Right) * (std::log2(Lines) - Low) / (High - Low);
  }
  double y(double Ratio) const {
    return Height - Bottom - (Height - Top - Bottom) * Ratio / Most;
  }

  std::string axes() const {
    std::string Text;
    for (int I = 0; I <= 5; ++I) {
      double R = Most * I / 5;
      Text += svgLine(Left, y(R), Width - Right, y(R), GridStyle);
      Text +=
          svgText(Left - 6, y(R) + 4, "end", fmt::format("{:.3g} %", 100 * R));
    }
    uint64_t Step =
        result::bucketBegin(Last) / result::bucketBegin(First) > 4096 ? 16 : 4;
    for (uint64_t Lines = result::bucketBegin(First);
         Lines <= result::bucketBegin(Last); Lines *= Step) {
      Text += svgLine(x(double(Lines)), y(0), x(double(Lines)), y(0) + 4,
                      AxisStyle);
      Text += svgText(x(double(Lines)), y(0) + 16, "middle",
                      humanBytes(Lines * M.LineBytes));
    }
    Text += svgLine(Left, y(0), Width - Right, y(0), AxisStyle);
    Text += svgLine(Left, y(0), Left, y(Most), AxisStyle);
    Text += svgText((Left + Width - Right) / 2, Height - 8, "middle",
                    "size of the cache");
    return Text + svgText(Left - 6, Top - 14, "start", "misses per line touch");
  }

  std::string levels() const {
    std::string Text;
    for (const caches::CacheLevel &L : P.Caches.Levels) {
      double Lines = double(L.Bytes) / M.LineBytes;
      if (Lines < double(result::bucketBegin(First)) ||
          Lines > double(result::bucketBegin(Last)))
        continue;
      Text += svgLine(x(Lines), y(0), x(Lines), y(Most),
                      "stroke=\"#888888\" stroke-dasharray=\"3 3\"");
      Text += svgText(x(Lines), y(Most) - 4, "middle", L.Name);
    }
    return Text;
  }

  /// Draws \p Row, with a band of intervals if it was sampled.
  std::string curve(const NamedCurve &Row, const char *Colour,
                    double Stroke) const {
    std::string Points, Upper, Lower;
    auto Touches = double(std::max<uint64_t>(1, Row.Curve.touches()));
    for (size_t B = First; B <= Last; ++B) {
      double X = x(double(result::bucketBegin(B)));
      result::MissInterval I = Row.Curve.interval(B);
      Points += svgPoint(X, y(ratio(Row, B)));
      Upper += svgPoint(X, y(std::min(Most, double(I.High) / Touches)));
      Lower = svgPoint(X, y(double(I.Low) / Touches)) + Lower;
    }
    std::string Text;
    if (!Row.Curve.Intervals.empty())
      Text += svgArea(Upper + Lower, Colour, 0.12);
    return Text + svgPolyline(Points, Colour, Stroke);
  }

  std::string legend(size_t Place, const std::string &Name,
                     const char *Colour) const {
    return svgLegend(Width - Right + 12, Top + 8 + 16 * double(Place), Name,
                     Colour);
  }

  const result::Profile &P;
  const CurveModel &M;
  std::vector<const NamedCurve *> Rows;
  size_t First, Last; ///< buckets
  double Most = 0;    ///< the largest ratio that is shown
};

} // namespace

std::string curvesSvg(const result::Profile &P, const CurveModel &M,
                      const CurveOptions &Options) {
  return Drawing(P, M, Options).svg();
}

} // namespace memfacet::report

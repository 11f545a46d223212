//===- CurvesSvg.cpp - miss curves as SVG ---------------------------------===//

#include "analysis/profile/MissCurves.h"
#include "tools/report/caches/Curves.h"
#include "tools/report/format/Svg.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

namespace {

constexpr double Width = 640, Height = 360, Left = 56, Right = 176, Top = 28,
                 Bottom = 44;
constexpr uint64_t LeastBytes = 1024;
constexpr size_t MostCurves = 6;
class Drawing {
public:
  Drawing(const Profile &P, const CurveModel &M, const CurveOptions &Options)
      : P(P), M(M), Rows(drawnRows(M, Options, MostCurves)),
        First(bucketOf(std::max<uint64_t>(1, LeastBytes / M.LineBytes))),
        Last(std::max(lastBucket(M, P.Caches), First + 1)) {
    for (const CurveRow *Row : Rows)
      Most = std::max(Most, ratio(*Row, First));
    Most = std::max(Most, ratio(M.Total, First));
    // A round number above.
    double Unit = std::pow(10, std::floor(std::log10(std::max(Most, 1e-4))));
    Most = std::min(1.0, std::ceil(Most / Unit) * Unit);
  }

  std::string svg() const {
    std::string Text = axes() + levels();
    for (size_t I = 0; I != Rows.size(); ++I)
      Text += curve(*Rows[I], PlotColours[I % PlotColours.size()], 1.5) +
              legend(I + 1, Rows[I]->Name, PlotColours[I % PlotColours.size()]);
    Text += curve(M.Total, "black", 2.2) + legend(0, "all", "black");
    return svgDocument(Width, Height, Text);
  }

private:
  static double ratio(const CurveRow &Row, size_t Bucket) {
    return double(Row.Curve.misses(Bucket)) /
           double(std::max<uint64_t>(1, Row.Curve.touches()));
  }
  double x(double Lines) const {
    double Low = std::log2(double(bucketBegin(First)));
    double High = std::log2(double(bucketBegin(Last)));
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
    uint64_t Step = bucketBegin(Last) / bucketBegin(First) > 4096 ? 16 : 4;
    for (uint64_t Lines = bucketBegin(First); Lines <= bucketBegin(Last);
         Lines *= Step) {
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
    for (const CacheLevel &L : P.Caches.Levels) {
      double Lines = double(L.Bytes) / M.LineBytes;
      if (Lines < double(bucketBegin(First)) ||
          Lines > double(bucketBegin(Last)))
        continue;
      Text += svgLine(x(Lines), y(0), x(Lines), y(Most),
                      "stroke=\"#888888\" stroke-dasharray=\"3 3\"");
      Text += svgText(x(Lines), y(Most) - 4, "middle", L.Name);
    }
    return Text;
  }

  /// With a band of its error where it was sampled.
  std::string curve(const CurveRow &Row, const char *Colour,
                    double Stroke) const {
    std::string Points, Above, Below;
    double Error = double(Row.Curve.ErrorPpm) / 1e6;
    for (size_t B = First; B <= Last; ++B) {
      double At = x(double(bucketBegin(B))), R = ratio(Row, B);
      Points += svgPoint(At, y(R));
      Above += svgPoint(At, y(std::min(Most, R + Error)));
      Below = svgPoint(At, y(std::max(0.0, R - Error))) + Below;
    }
    std::string Text;
    if (Error > 0)
      Text += svgArea(Above + Below, Colour, 0.12);
    return Text + svgPolyline(Points, Colour, Stroke);
  }

  std::string legend(size_t Place, const std::string &Name,
                     const char *Colour) const {
    return svgLegend(Width - Right + 12, Top + 8 + 16 * double(Place), Name,
                     Colour);
  }

  const Profile &P;
  const CurveModel &M;
  std::vector<const CurveRow *> Rows;
  size_t First, Last; ///< buckets
  double Most = 0;    ///< the largest ratio that is shown
};

} // namespace

std::string curvesSvg(const Profile &P, const CurveModel &M,
                      const CurveOptions &Options) {
  return Drawing(P, M, Options).svg();
}

} // namespace memfacet

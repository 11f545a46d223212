//===- report/CurvesSvg.cpp - miss curves as a drawing --------------------===//

#include "analysis/reuse/DistanceBuckets.h"
#include "tools/report/Curves.h"
#include "tools/report/Units.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

namespace {

constexpr double Width = 640, Height = 360, Left = 56, Right = 176, Top = 28,
                 Bottom = 44;
constexpr uint64_t LeastBytes = 1024;
constexpr size_t MostCurves = 6;
/// Told apart by everybody, also in print (after Okabe and Ito).
constexpr const char *Colours[] = {"#0072b2", "#d55e00", "#009e73",
                                   "#cc79a7", "#e69f00", "#56b4e9"};

std::string escaped(std::string_view Text) {
  std::string To;
  for (char C : printable(Text))
    To += C == '<'   ? "&lt;"
          : C == '>' ? "&gt;"
          : C == '&' ? "&amp;"
                     : std::string(1, C);
  return To;
}

std::string text(double X, double Y, const char *Anchor,
                 std::string_view Words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}"
                     "</text>\n",
                     X, Y, Anchor, escaped(Words));
}

std::string line(double X1, double Y1, double X2, double Y2,
                 const char *Style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
                     "y2=\"{:.1f}\" {}/>\n",
                     X1, Y1, X2, Y2, Style);
}

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
    std::string Text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" "
        "font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n",
        Width, Height);
    Text += axes() + levels();
    for (size_t I = 0; I != Rows.size(); ++I)
      Text += curve(*Rows[I], Colours[I % std::size(Colours)], 1.5) +
              legend(I + 1, Rows[I]->Name, Colours[I % std::size(Colours)]);
    Text += curve(M.Total, "black", 2.2) + legend(0, "all", "black");
    return Text + "</svg>\n";
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
    constexpr const char *Grid = "stroke=\"#dddddd\"";
    std::string Text;
    for (int I = 0; I <= 5; ++I) {
      double R = Most * I / 5;
      Text += line(Left, y(R), Width - Right, y(R), Grid);
      Text += text(Left - 6, y(R) + 4, "end", fmt::format("{:.3g} %", 100 * R));
    }
    uint64_t Step = bucketBegin(Last) / bucketBegin(First) > 4096 ? 16 : 4;
    for (uint64_t Lines = bucketBegin(First); Lines <= bucketBegin(Last);
         Lines *= Step) {
      Text += line(x(double(Lines)), y(0), x(double(Lines)), y(0) + 4,
                   "stroke=\"black\"");
      Text += text(x(double(Lines)), y(0) + 16, "middle",
                   humanBytes(Lines * M.LineBytes));
    }
    Text += line(Left, y(0), Width - Right, y(0), "stroke=\"black\"");
    Text += line(Left, y(0), Left, y(Most), "stroke=\"black\"");
    Text += text((Left + Width - Right) / 2, Height - 8, "middle",
                 "size of the cache");
    return Text + text(Left - 6, Top - 14, "start", "misses per line touch");
  }

  std::string levels() const {
    std::string Text;
    for (const CacheLevel &L : P.Caches.Levels) {
      double Lines = double(L.Bytes) / M.LineBytes;
      if (Lines < double(bucketBegin(First)) ||
          Lines > double(bucketBegin(Last)))
        continue;
      Text += line(x(Lines), y(0), x(Lines), y(Most),
                   "stroke=\"#888888\" stroke-dasharray=\"3 3\"");
      Text += text(x(Lines), y(Most) - 4, "middle", L.Name);
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
      Points += fmt::format("{:.1f},{:.1f} ", At, y(R));
      Above += fmt::format("{:.1f},{:.1f} ", At, y(std::min(Most, R + Error)));
      Below = fmt::format("{:.1f},{:.1f} ", At, y(std::max(0.0, R - Error))) +
              Below;
    }
    std::string Text;
    if (Error > 0)
      Text += fmt::format("<polygon points=\"{}{}\" fill=\"{}\" "
                          "fill-opacity=\"0.12\"/>\n",
                          Above, Below, Colour);
    return Text + fmt::format("<polyline points=\"{}\" fill=\"none\" "
                              "stroke=\"{}\" stroke-width=\"{}\"/>\n",
                              Points, Colour, Stroke);
  }

  std::string legend(size_t Place, const std::string &Name,
                     const char *Colour) const {
    double X = Width - Right + 12, Y = Top + 8 + 16 * double(Place);
    return line(X, Y - 4, X + 18, Y - 4,
                fmt::format("stroke=\"{}\" stroke-width=\"2\"", Colour)
                    .c_str()) +
           text(X + 24, Y, "start", truncated(printable(Name), 22, false));
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

//===- CurvePlot.cpp - a miss curve on a terminal -------------------------===//

#include "analysis/profile/MissCurves.h"
#include "tools/report/caches/Curves.h"
#include "tools/report/format/Canvas.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

namespace {

constexpr size_t Rows = 10, LabelWidth = 8, UsualWidth = 80;
constexpr uint64_t LeastBytes = 1024;

/// Sizes from left to right, by their logarithm.
struct Scale {
  double First, Last; ///< log2 of bytes
  size_t Width;       ///< positions

  double bytesAt(size_t X) const {
    return std::exp2(First + (Last - First) * double(X) / double(Width - 1));
  }
  /// Nothing where it is not on it.
  std::optional<size_t> placeOf(uint64_t Bytes) const {
    double At = (std::log2(double(Bytes)) - First) / (Last - First);
    if (At < 0 || At > 1)
      return std::nullopt;
    return size_t(std::lround(At * double(Width - 1)));
  }
};

void put(std::string &Line, size_t At, const std::string &Text) {
  if (At + Text.size() > Line.size())
    At = Line.size() - std::min(Line.size(), Text.size());
  // What is there already stays.
  for (size_t I = 0; I != Text.size() && At + I < Line.size(); ++I)
    if (Line[At + I] != ' ')
      return;
  Line.replace(At, Text.size(), Text);
}

std::string axis(const Scale &S, size_t Columns) {
  std::string Line(Columns, ' ');
  for (double Log = std::ceil(S.First); Log <= S.Last; Log += 4)
    if (auto At = S.placeOf(uint64_t(std::exp2(Log))))
      put(Line, *At / Canvas::DotsAcross, humanBytes(uint64_t(std::exp2(Log))));
  return std::string(LabelWidth, ' ') + Line + "\n";
}

std::string levelLine(const Scale &S, const CacheModel &Caches,
                      size_t Columns) {
  std::string Line(Columns, ' ');
  for (const CacheLevel &L : Caches.Levels)
    if (auto At = S.placeOf(L.Bytes))
      put(Line, *At / Canvas::DotsAcross, L.Name);
  return std::string(LabelWidth, ' ') + Line + "\n";
}

} // namespace

std::string curvePlot(const CurveModel &M, const CurveRow &Row,
                      const CacheModel &Caches, size_t Width) {
  size_t Columns =
      std::clamp<size_t>(Width ? Width : UsualWidth, 40, 120) - LabelWidth;
  Canvas C(Columns, Rows);
  double Last = std::log2(
      double(bucketBegin(lastBucket(M, Caches)) * uint64_t(M.LineBytes)));
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
  size_t Before = Height(0);
  for (size_t X = 0; X != C.width(); ++X) {
    size_t Y = Height(X);
    for (size_t Each = std::min(Y, Before); Each <= std::max(Y, Before); ++Each)
      C.set(X, Each);
    Before = Y;
  }
  for (const CacheLevel &L : Caches.Levels)
    if (auto X = S.placeOf(L.Bytes))
      for (size_t Y = 0; Y < C.height(); Y += 2)
        C.set(*X, Y);
  std::string Text = printable(Row.Name) + ": misses by size of the cache\n";
  Text += levelLine(S, Caches, Columns);
  for (size_t Y = 0; Y != Rows; ++Y) {
    bool Labelled = Y % 3 == 0;
    double At = 100 * Top * (1 - double(Y) / double(Rows - 1));
    Text +=
        Labelled ? fmt::format("{:>6.1f}% ", At) : std::string(LabelWidth, ' ');
    Text += C.line(Y) + "\n";
  }
  return Text + axis(S, Columns);
}

} // namespace memfacet

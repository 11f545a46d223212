//===- PictureProjection.cpp - picture: intervals as points of a plane ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhasePicture.h"
#include <algorithm>
#include <cmath>
#include <ranges>
#include <set>

namespace memfacet::report {

namespace {

constexpr double Side = 460, Left = 30, Top = 40, Right = 170, Bottom = 30,
                 Margin = 16;
/// Radii of dots: of an interval without misses, of the one with most.
constexpr double Least = 2, Most = 11;

class ProjectionPicture : public PhasePicture {
public:
  ProjectionPicture(const PhaseReport &R, const PictureOptions &Options)
      : R(R), Axes(Options.Axes),
        P(study::planeProjection(R.Study.Points, Options.Axes, Options.Seed)) {
    for (size_t A = 0; A != 2; ++A)
      for (const auto &Place : P.Places) {
        Low[A] = std::min(Low[A], Place[A]);
        High[A] = std::max(High[A], Place[A]);
      }
    for (const study::IntervalFacts &F : R.In.Table.Intervals)
      MostMisses = std::max(MostMisses, missesOf(R, F));
  }

  std::string text(const Terminal &Out) const override;
  std::string svg() const override;
  std::string json() const override;
  std::string csv() const override;

private:
  /// Returns the position in [0, 1]. Both axes have the scale of the longer
  /// one: distances mean the same in each direction.
  double place(size_t I, size_t Axis) const {
    double Span = std::max({High[0] - Low[0], High[1] - Low[1], 1e-300});
    double Middle = (High[Axis] + Low[Axis]) / 2;
    return 0.5 + (P.Places[I][Axis] - Middle) / Span;
  }
  double x(size_t I) const {
    return Left + Margin + (Side - 2 * Margin) * place(I, 0);
  }
  double y(size_t I) const {
    return Top + Side - Margin - (Side - 2 * Margin) * place(I, 1);
  }
  /// Returns the radius of a dot, whose area grows linearly with the misses.
  double radius(size_t I) const {
    if (MostMisses == 0)
      return Least;
    double Share =
        double(missesOf(R, R.In.Table.Intervals[I])) / double(MostMisses);
    return std::sqrt(Least * Least + (Most * Most - Least * Least) * Share);
  }
  Columns<size_t> columns() const;
  std::string dots() const;
  std::string names() const;
  std::string title() const {
    if (Axes == study::PlaneAxes::Random)
      return fmt::format("{} intervals, projected at random", P.Places.size());
    return fmt::format(
        "{} intervals, principal components ({:.0f} % and {:.0f} "
        "% of the variance)",
        P.Places.size(), 100 * P.Shares[0], 100 * P.Shares[1]);
  }

  const PhaseReport &R;
  study::PlaneAxes Axes;
  study::PlaneProjection P;
  std::array<double, 2> Low = {1e300, 1e300}, High = {-1e300, -1e300};
  uint64_t MostMisses = 0;
};

/// Draws large dots first, so that they hide no small ones, and equal dots
/// once.
std::string ProjectionPicture::dots() const {
  std::vector<size_t> Order(P.Places.size());
  for (size_t I = 0; I != Order.size(); ++I)
    Order[I] = I;
  std::ranges::sort(Order, {},
                    [&](size_t I) { return std::pair(-radius(I), I); });
  std::set<std::string> Drawn;
  std::string Text;
  for (size_t I : Order) {
    std::string Dot = fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" "
        "fill-opacity=\"0.55\" stroke=\"white\" stroke-width=\"0.5\"/>\n",
        x(I), y(I), radius(I), hexOf(phaseColour(R.Study.labels()[I])));
    if (Drawn.insert(Dot).second)
      Text += Dot;
  }
  return Text;
}

/// Draws the name of each phase at the interval that is nearest to the phase's
/// mean.
std::string ProjectionPicture::names() const {
  std::string Text;
  for (uint32_t Phase = 0; Phase != R.Study.phases(); ++Phase) {
    double X = 0, Y = 0, Count = 0, Best = 1e300;
    for (size_t I = 0; I != P.Places.size(); ++I)
      if (R.Study.labels()[I] == Phase)
        X += x(I), Y += y(I), ++Count;
    size_t Nearest = 0;
    for (size_t I = 0; I != P.Places.size(); ++I)
      if (double D = std::hypot(x(I) - X / Count, y(I) - Y / Count);
          R.Study.labels()[I] == Phase && D < Best)
        Best = D, Nearest = I;
    if (Count != 0)
      Text += fmt::format(
          "<g font-weight=\"bold\" font-size=\"13\" stroke=\"white\" "
          "stroke-width=\"3\" paint-order=\"stroke\">{}</g>\n",
          svgText(x(Nearest), y(Nearest) + 4, "middle", phaseName(Phase)));
  }
  return Text;
}

std::string ProjectionPicture::svg() const {
  std::string Text = svgText(Left, 20, "start", title());
  Text += svgFrame(Left, Top, Side, Side);
  Text += dots() + names() + svgPhases(Left + Side + 16, Top + 10, R);
  double Y = Top + 30 + 16 * double(R.Study.phases());
  auto Size = [&](double Radius, uint64_t Misses) {
    Text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" "
                        "fill=\"#777777\"/>\n",
                        Left + Side + 28, Y - 4, Radius) +
            svgText(Left + Side + 46, Y, "start",
                    fmt::format("{} {}", humanCount(Misses), missName(R)));
    Y += 24;
  };
  Size(Least, 0);
  if (MostMisses != 0)
    Size(Most, MostMisses);
  return svgDocument(Left + Side + Right, Top + Side + Bottom, Text);
}

std::string ProjectionPicture::text(const Terminal &Out) const {
  size_t Columns = std::clamp<size_t>(Out.Width == 0 ? 80 : Out.Width, 40, 100),
         Lines = Columns * 2 / 5;
  std::vector<std::string> Rows(Lines, std::string(Columns, ' '));
  std::vector<std::vector<size_t>> Owner(Lines,
                                         std::vector<size_t>(Columns, ~0ull));
  auto Scale = [](double Share, size_t Places) {
    return size_t(
        std::lround(std::clamp(Share, 0.0, 1.0) * double(Places - 1)));
  };
  for (size_t I = 0; I != P.Places.size(); ++I) {
    size_t X = Scale(place(I, 0), Columns),
           Y = Lines - 1 - Scale(place(I, 1), Lines);
    // If several intervals are in one place, the one with most misses is shown.
    size_t &Occupant = Owner[Y][X];
    if (Occupant != ~0ull && missesOf(R, R.In.Table.Intervals[Occupant]) >=
                                 missesOf(R, R.In.Table.Intervals[I]))
      continue;
    Occupant = I;
    Rows[Y][X] = phaseName(R.Study.labels()[I])[0];
  }
  std::string Text = title() + "; each by its phase\n";
  for (std::string &Row : Rows) {
    Row.erase(Row.find_last_not_of(' ') + 1);
    Text += Row + "\n";
  }
  return Text;
}

/// Returns the columns of an interval; rows are interval numbers.
Columns<size_t> ProjectionPicture::columns() const {
  auto Fact = [this](const char *Key, auto Get) {
    return Column<size_t>{.Key = Key, .Value = [this, Get](const size_t &I) {
                            return Get(R.In.Table.Intervals[I]);
                          }};
  };
  auto Place = [this](const char *Key, size_t Axis) {
    return Column<size_t>{
        .Key = Key,
        .Value = [=, this](const size_t &I) { return P.Places[I][Axis]; },
        .Cell =
            [=, this](const size_t &I) {
              return fmt::format("{:.6g}", P.Places[I][Axis]);
            }};
  };
  return {Fact("run", [](auto &F) { return F.Run; }),
          Fact("thread", [](auto &F) { return F.Thread; }),
          Fact("interval", [](auto &F) { return F.Interval; }),
          forPrograms("phase",
                      [this](const size_t &I) {
                        return phaseName(R.Study.labels()[I]);
                      }),
          Place("x", 0),
          Place("y", 1),
          Fact("misses", [this](auto &F) { return missesOf(R, F); })};
}

std::string ProjectionPicture::json() const {
  bool Random = Axes == study::PlaneAxes::Random;
  return jsonText(
      {{"schema", ReportSchemaVersion},
       {"picture", pictureName(PictureKind::Projection)},
       {"axes", Random ? "random" : "principal"},
       {"shares", Random ? Json() : Json({P.Shares[0], P.Shares[1]})},
       {"points",
        jsonRows(columns(), std::views::iota(size_t(0), P.Places.size()))}});
}

std::string ProjectionPicture::csv() const {
  return csvText(columns(), std::views::iota(size_t(0), P.Places.size()));
}

} // namespace

MadePicture projectionPicture(const PhaseReport &R,
                              const PictureOptions &Options) {
  return std::unique_ptr<PhasePicture>(new ProjectionPicture(R, Options));
}

} // namespace memfacet::report

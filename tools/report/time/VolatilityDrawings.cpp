//===- VolatilityDrawings.cpp - volatility profiles, drawn ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Canvas.h"
#include "tools/report/format/Svg.h"
#include "tools/report/time/VolatilityReport.h"
#include <cmath>

namespace memfacet::report {

namespace {

constexpr size_t Lines = 10, LabelWidth = 8, UsualWidth = 80;

/// A horizontal axis of periods, by their logarithm.
struct Scale {
  double Last; ///< logarithm of the longest; that of the first is 0
  size_t Width;

  size_t periodAt(double X) const {
    return size_t(std::exp(Last * X / double(Width)) * (1 + 1e-9));
  }
  size_t placeOf(double Period) const {
    double Share = Last > 0 ? std::log(Period) / Last : 0;
    return size_t(std::clamp(Share, 0.0, 1.0) * double(Width - 1));
  }
};

void put(std::string &Line, size_t Position, const std::string &Text) {
  Position =
      std::min(Position, Line.size() - std::min(Line.size(), Text.size()));
  for (size_t I = 0; I != Text.size() && Position + I < Line.size(); ++I)
    if (Line[Position + I] != ' ')
      return;
  Line.replace(Position, Text.size(), Text);
}

/// Returns marks at 1, 10, 100 base periods and so on.
std::string axis(const VolatilityModel &M, const Scale &S, size_t Columns,
                 size_t Longest) {
  std::string Line(Columns, ' ');
  for (size_t Period = 1; Period <= Longest; Period *= 10)
    put(Line, S.placeOf(double(Period)) / Canvas::DotsAcross,
        periodText(M, double(Period)));
  put(Line, Columns, periodText(M, double(Longest)));
  return std::string(LabelWidth, ' ') + Line + "\n";
}

} // namespace

std::string volatilityPlot(const VolatilityModel &M, const std::string &Title,
                           const study::VolatilityProfile &V,
                           const study::PeriodChoice &Choice, size_t Width) {
  size_t Longest = V.longest();
  if (Longest == 0)
    return "";
  size_t Columns =
      std::clamp<size_t>(Width ? Width : UsualWidth, 40, 120) - LabelWidth;
  Canvas C(Columns, Lines);
  Scale S{std::log(double(Longest) + 1), C.width()};
  double Top = std::max(*std::ranges::max_element(V.Values), 1e-9);
  auto Height = [&](double Value) {
    return size_t(std::lround((1 - Value / Top) * double(C.height() - 1)));
  };
  size_t PreviousY = Height(V.at(1));
  for (size_t X = 0; X != C.width(); ++X) {
    // Draws all periods of a column of dots, so that no trough is lost.
    size_t First = std::clamp<size_t>(S.periodAt(double(X)), 1, Longest);
    size_t Next =
        std::clamp<size_t>(S.periodAt(double(X + 1)), First + 1, Longest + 1);
    for (size_t P = First; P != Next; ++P) {
      C.setColumn(X, PreviousY, Height(V.at(P)));
      PreviousY = Height(V.at(P));
    }
  }
  std::string Mark(Columns, ' ');
  if (Choice.Period != 0) {
    size_t X = S.placeOf(Choice.Exact);
    for (size_t Y = 0; Y < C.height(); Y += 2)
      C.set(X, Y);
    put(Mark, X / Canvas::DotsAcross, periodText(M, Choice.Exact));
  }
  std::string Text = Title + ": volatility by sampling period\n";
  if (Choice.Period != 0)
    Text += std::string(LabelWidth, ' ') + Mark + "\n";
  for (size_t Y = 0; Y != Lines; ++Y) {
    double Value = Top * (1 - double(Y) / double(Lines - 1));
    Text += Y % 3 == 0 ? fmt::format("{:>7.2f} ", Value)
                       : std::string(LabelWidth, ' ');
    Text += C.line(Y) + "\n";
  }
  return Text + axis(M, S, Columns, Longest);
}

namespace {

constexpr double Width = 640, Height = 320, Left = 56, Right = 176, Top = 28,
                 Bottom = 44;

class Drawing {
public:
  explicit Drawing(const VolatilityModel &M) : M(M) {
    for (const VolatilityRow &Row : M.Rows)
      if (Row.Periods.Profile.longest() != 0 &&
          Rows.size() < PlotColours.size())
        Rows.push_back(&Row);
    for (const VolatilityRow *Row : Rows)
      for (double Value : Row->Periods.Profile.Values)
        Most = std::max(Most, Value);
    Longest = std::max<size_t>(2, M.Total.Periods.Profile.longest());
    Most = std::ceil(std::max(Most, 0.05) / roundStep(Most) - 1e-9) *
           roundStep(Most);
  }

  std::string svg() const {
    std::string Text = axes();
    for (size_t I = 0; I != Rows.size(); ++I)
      Text += curve(*Rows[I], PlotColours[I]) +
              svgLegend(Width - Right + 12, Top + 8 + 16 * double(I),
                        Rows[I]->Title, PlotColours[I]);
    return svgDocument(Width, Height, Text + choice());
  }

private:
  double x(double Period) const {
    return Left + (Width - Left - Right) * std::log(Period) /
                      std::log(double(Longest));
  }
  double y(double Value) const {
    return Height - Bottom - (Height - Top - Bottom) * Value / Most;
  }

  std::string axes() const {
    std::string Text;
    double Step = roundStep(Most);
    for (double V = 0; V <= Most * (1 + 1e-9); V += Step) {
      Text += svgLine(Left, y(V), Width - Right, y(V), GridStyle);
      Text += svgText(Left - 6, y(V) + 4, "end", fmt::format("{:.2g}", V));
    }
    for (size_t P = 1; P <= Longest; P *= 10) {
      Text += svgLine(x(double(P)), y(0), x(double(P)), y(0) + 4, AxisStyle);
      Text +=
          svgText(x(double(P)), y(0) + 16, "middle", periodText(M, double(P)));
    }
    Text += svgLine(Left, y(0), Width - Right, y(0), AxisStyle);
    Text += svgLine(Left, y(0), Left, y(Most), AxisStyle);
    Text += svgLine(Left, y(M.Periods.Threshold), Width - Right,
                    y(M.Periods.Threshold),
                    "stroke=\"#888888\" stroke-dasharray=\"3 3\"");
    Text += svgText((Left + Width - Right) / 2, Height - 8, "middle",
                    "sampling period in instructions");
    return Text + svgText(Left - 6, Top - 12, "start",
                          "volatility of " + M.Metric.Text);
  }

  /// Draws the least and the most in each tenth of a pixel: a profile has as
  /// many points as periods, and no trough must be lost.
  std::string curve(const VolatilityRow &Row, std::string_view Colour) const {
    const study::VolatilityProfile &V = Row.Periods.Profile;
    std::string Points;
    for (size_t First = 1, Next; First <= V.longest(); First = Next) {
      double Low = V.at(First), High = Low;
      for (Next = First;
           Next <= V.longest() && x(double(Next)) < x(double(First)) + 0.1;
           ++Next)
        Low = std::min(Low, V.at(Next)), High = std::max(High, V.at(Next));
      Points += svgPoint(x(double(First)), y(High));
      if (Low != High)
        Points += svgPoint(x(double(First)), y(Low));
    }
    return svgPolyline(Points, Colour, 1.2);
  }

  std::string choice() const {
    const study::PeriodChoice &C = M.Program.Choice;
    if (C.Period == 0)
      return "";
    // The legend is on the right.
    bool IsRight = x(C.Exact) > Width / 2;
    return svgLine(x(C.Exact), y(0), x(C.Exact), y(Most),
                   "stroke=\"black\" stroke-dasharray=\"6 3\"") +
           svgText(x(C.Exact) + (IsRight ? -3 : 3), Top + 8,
                   IsRight ? "end" : "start", periodText(M, C.Exact));
  }

  const VolatilityModel &M;
  std::vector<const VolatilityRow *> Rows;
  size_t Longest = 2;
  double Most = 0;
};

} // namespace

std::string volatilitySvg(const VolatilityModel &M) { return Drawing(M).svg(); }

} // namespace memfacet::report

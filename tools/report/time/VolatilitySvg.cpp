//===- VolatilitySvg.cpp - volatility profiles as SVG ---------------------===//

#include "tools/report/format/Svg.h"
#include "tools/report/time/VolatilityReport.h"
#include <cmath>

namespace memfacet {

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
                        Rows[I]->Name, PlotColours[I]);
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

  /// In each tenth of a pixel the least and the most: a profile has as many
  /// points as periods, and no trough must be lost.
  std::string curve(const VolatilityRow &Row, std::string_view Colour) const {
    const VolatilityProfile &V = Row.Periods.Profile;
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
    const PeriodChoice &C = M.Program.Choice;
    if (C.Period == 0)
      return "";
    // The legend is on the right.
    bool Behind = x(C.Exact) > Width / 2;
    return svgLine(x(C.Exact), y(0), x(C.Exact), y(Most),
                   "stroke=\"black\" stroke-dasharray=\"6 3\"") +
           svgText(x(C.Exact) + (Behind ? -3 : 3), Top + 8,
                   Behind ? "end" : "start", periodText(M, C.Exact));
  }

  const VolatilityModel &M;
  std::vector<const VolatilityRow *> Rows;
  size_t Longest = 2;
  double Most = 0;
};

} // namespace

std::string volatilitySvg(const VolatilityModel &M) { return Drawing(M).svg(); }

} // namespace memfacet

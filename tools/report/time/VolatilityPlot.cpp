//===- VolatilityPlot.cpp - a volatility profile on a terminal ------------===//

#include "tools/report/format/Canvas.h"
#include "tools/report/time/VolatilityReport.h"
#include <cmath>

namespace memfacet {

namespace {

constexpr size_t Lines = 10, LabelWidth = 8, UsualWidth = 80;

/// Periods from left to right, by their logarithm.
struct Scale {
  double Last; ///< logarithm of the longest; that of the first is 0
  size_t Width;

  size_t periodAt(double X) const {
    return size_t(std::exp(Last * X / double(Width)) * (1 + 1e-9));
  }
  size_t placeOf(double Period) const {
    double At = Last > 0 ? std::log(Period) / Last : 0;
    return size_t(std::clamp(At, 0.0, 1.0) * double(Width - 1));
  }
};

void put(std::string &Line, size_t At, const std::string &Text) {
  At = std::min(At, Line.size() - std::min(Line.size(), Text.size()));
  for (size_t I = 0; I != Text.size() && At + I < Line.size(); ++I)
    if (Line[At + I] != ' ')
      return;
  Line.replace(At, Text.size(), Text);
}

/// 1, 10, 100 base periods and so on.
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
                           const VolatilityProfile &V,
                           const PeriodChoice &Choice, size_t Width) {
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
  size_t Before = Height(V.at(1));
  for (size_t X = 0; X != C.width(); ++X) {
    // All periods of a column of dots, so that no trough is lost.
    size_t First = std::clamp<size_t>(S.periodAt(double(X)), 1, Longest);
    size_t Next =
        std::clamp<size_t>(S.periodAt(double(X + 1)), First + 1, Longest + 1);
    for (size_t P = First; P != Next; ++P) {
      C.setColumn(X, Before, Height(V.at(P)));
      Before = Height(V.at(P));
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
    double At = Top * (1 - double(Y) / double(Lines - 1));
    Text += Y % 3 == 0 ? fmt::format("{:>7.2f} ", At)
                       : std::string(LabelWidth, ' ');
    Text += C.line(Y) + "\n";
  }
  return Text + axis(M, S, Columns, Longest);
}

} // namespace memfacet

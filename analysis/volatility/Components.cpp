//===- Components.cpp - what comes again and again ------------------------===//

#include "analysis/volatility/Components.h"
#include "analysis/volatility/LineFamilies.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace memfacet {

/// Shorter streams have too few frequencies to tell a line from its
/// surroundings.
static constexpr size_t LeastLength = 64, LeastSegment = 256;

/// Adds what segments of \p Length show and longer ones do not: a line in which
/// they have less than half the power, for it moves.
static void addLines(std::vector<SpectralLine> &Lines,
                     const std::vector<SpectralLine> &Shorter, size_t Length) {
  constexpr double Resolution = 2; // of a Hann window, in frequencies
  for (const SpectralLine &New : Shorter) {
    double Reach = Resolution / double(Length);
    auto IsPart = [&](const SpectralLine &Old) {
      return std::abs(Old.Frequency - New.Frequency) <= Reach + Old.Width;
    };
    double Known = 0;
    for (const SpectralLine &Old : Lines)
      Known += IsPart(Old) ? Old.Power : 0;
    if (2 * Known >= New.Power)
      continue;
    std::erase_if(Lines, IsPart);
    Lines.push_back(New);
  }
}

/// A period that drifts is a clear line only in short segments, one that is
/// long or weak only in long ones.
static std::vector<SpectralLine> allLines(std::span<const double> Values,
                                          double &FastVariance) {
  constexpr size_t Shorter = 4, LeastCyclesOfShort = 16;
  // Of the variance: a component of at least LeastShare may be a narrow spike
  // with some hundred harmonics. What is weaker are traces of the window and of
  // rounding.
  constexpr double LeastPart = 3e-4;
  std::vector<SpectralLine> Lines;
  size_t Longest = std::bit_floor(Values.size());
  for (size_t Length = Longest; Length == Longest || Length >= LeastSegment;
       Length /= Shorter) {
    Spectrum S = spectrumOf(Values, Length);
    std::vector<double> Background = backgroundOf(S);
    if (Length == Longest) {
      for (size_t K = LeastCycles; K < S.Power.size(); ++K)
        FastVariance += S.Power[K];
      Lines = linesOf(S, Background, LeastCycles, LeastPart * FastVariance);
    } else {
      addLines(
          Lines,
          linesOf(S, Background, LeastCyclesOfShort, LeastPart * FastVariance),
          Length);
    }
  }
  return Lines;
}

std::vector<Component> componentsOf(const Curve &C) {
  std::vector<Component> Result;
  if (C.points() < LeastLength)
    return Result;
  std::vector<double> Values = C.aggregated(size_t(1));
  double Mean = 0, FastVariance = 0;
  for (double Value : Values)
    Mean += Value / double(Values.size());
  if (Mean <= 0)
    return Result;
  std::vector<SpectralLine> Lines = allLines(Values, FastVariance);
  double Least = double(LeastCycles) / double(std::bit_floor(Values.size()));
  for (const LineFamily &F : familiesOf(std::move(Lines), Least)) {
    Component New{1 / F.Frequency,
                  F.Width / (F.Frequency * F.Frequency),
                  std::min(1.0, F.Power / FastVariance),
                  std::sqrt(F.Power) / Mean,
                  F.Lines,
                  F.Significance};
    if (New.Share >= LeastShare && New.Amplitude >= LeastAmplitude &&
        New.Significance >= LeastSignificance)
      Result.push_back(New);
  }
  std::ranges::sort(Result, std::ranges::greater(), &Component::Share);
  return Result;
}

} // namespace memfacet

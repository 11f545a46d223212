//===- Phases.cpp - segments and levels of a curve ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Phases.h"
#include "analysis/study/volatility/Volatility.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>

namespace memfacet::study {

namespace {

/// Sums of squared differences to the mean, for any segment.
class SegmentCosts {
public:
  explicit SegmentCosts(std::span<const double> Values)
      : Sums(Values.size() + 1), Squares(Values.size() + 1) {
    // Around the mean, so that little is lost to rounding.
    double Mean = 0;
    for (double Value : Values)
      Mean += Value / double(Values.size());
    for (size_t I = 0; I != Values.size(); ++I) {
      double Value = Values[I] - Mean;
      Sums[I + 1] = Sums[I] + Value;
      Squares[I + 1] = Squares[I] + Value * Value;
    }
  }
  double cost(size_t First, size_t Last) const {
    double Sum = Sums[Last] - Sums[First];
    return Squares[Last] - Squares[First] - Sum * Sum / double(Last - First);
  }

private:
  std::vector<double> Sums, Squares;
};

} // namespace

std::vector<size_t> changePoints(std::span<const double> Values,
                                 double Penalty) {
  size_t Count = Values.size();
  SegmentCosts Costs(Values);
  // For the best division of the points before I: the cost and the last change.
  std::vector<double> Best(Count + 1, -Penalty);
  std::vector<size_t> Last(Count + 1);
  std::vector<size_t> Candidates = {0};
  for (size_t End = 1; End <= Count; ++End) {
    auto CostFrom = [&](size_t Change) {
      return Best[Change] + Costs.cost(Change, End) + Penalty;
    };
    Last[End] = *std::ranges::min_element(Candidates, {}, CostFrom);
    Best[End] = CostFrom(Last[End]);
    // Drops a change that costs more than a change here: it always will, as
    // what follows costs the same after a change here.
    std::erase_if(Candidates, [&](size_t Change) {
      return CostFrom(Change) - Penalty > Best[End];
    });
    Candidates.push_back(End);
  }
  std::vector<size_t> Changes;
  for (size_t Point = Count; Point != 0; Point = Last[Point])
    if (Last[Point] != 0)
      Changes.push_back(Last[Point]);
  std::ranges::reverse(Changes);
  return Changes;
}

double usualPenalty(std::span<const double> Values) {
  // The median of |difference of two| normal variables is 0.954 sigma.
  constexpr double MedianToSigma = 1 / 0.9539, LeastPart = 0.05;
  if (Values.size() < 2)
    return 1;
  std::vector<double> Steps(Values.size() - 1);
  double Mean = 0;
  for (size_t I = 0; I != Values.size(); ++I) {
    Mean += Values[I] / double(Values.size());
    if (I != 0)
      Steps[I - 1] = std::abs(Values[I] - Values[I - 1]);
  }
  auto Middle = Steps.begin() + ptrdiff_t(Steps.size() / 2);
  std::nth_element(Steps.begin(), Middle, Steps.end());
  double Sigma = std::max(*Middle * MedianToSigma, LeastPart * Mean);
  // Twice what information criteria take: neighbours are not independent.
  return std::max(4 * Sigma * Sigma * std::log(double(Values.size())), 1e-300);
}

static std::vector<PhaseSegment> segmentsOf(std::span<const double> Values) {
  std::vector<PhaseSegment> Segments;
  if (Values.empty())
    return Segments;
  std::vector<size_t> Ends = changePoints(Values, usualPenalty(Values));
  Ends.push_back(Values.size());
  size_t First = 0;
  for (size_t Last : Ends) {
    double Sum = 0;
    for (size_t I = First; I != Last; ++I)
      Sum += Values[I];
    Segments.push_back({First, Last, Sum / double(Last - First)});
    First = Last;
  }
  return Segments;
}

size_t initialisationOf(std::span<const PhaseSegment> Segments) {
  if (Segments.empty())
    return 0;
  double Longest = LongestInitialisation * double(Segments.back().Last);
  size_t End = 0;
  for (size_t I = 1; I < Segments.size(); ++I) {
    if (double(Segments[I].First) > Longest)
      break;
    bool IsRepeated = false;
    for (const PhaseSegment &Earlier : Segments.first(I))
      for (const PhaseSegment &Later : Segments.subspan(I))
        IsRepeated |= pointVolatility(Earlier.Mean, Later.Mean) < SameLevel;
    if (!IsRepeated)
      End = Segments[I].First;
  }
  return End;
}

/// Counts levels. Of means in ascending order, neighbours within SameLevel of
/// the first of them are one level.
static size_t levelsOf(std::span<const PhaseSegment> Segments) {
  std::vector<double> Means;
  for (const PhaseSegment &S : Segments)
    Means.push_back(S.Mean);
  std::ranges::sort(Means);
  size_t Levels = 0;
  double First = 0;
  for (double Mean : Means)
    if (Levels == 0 || pointVolatility(First, Mean) >= SameLevel)
      First = Mean, ++Levels;
  return Levels;
}

static double explainedBy(std::span<const PhaseSegment> Segments,
                          std::span<const double> Values) {
  MEMFACET_CHECK(!Segments.empty() && Segments.back().Last <= Values.size(),
                 "segments are of these values");
  double Mean = 0, All = 0, Left = 0;
  size_t First = Segments.front().First, Last = Segments.back().Last;
  for (size_t I = First; I != Last; ++I)
    Mean += Values[I] / double(Last - First);
  for (const PhaseSegment &S : Segments)
    for (size_t I = S.First; I != S.Last; ++I) {
      All += (Values[I] - Mean) * (Values[I] - Mean);
      Left += (Values[I] - S.Mean) * (Values[I] - S.Mean);
    }
  return All > 0 ? 1 - Left / All : 0;
}

/// Returns the median over the boundaries of a ratio: the step between the two
/// points next to the boundary, over the change of levels.
static double sharpnessOf(std::span<const PhaseSegment> Segments,
                          std::span<const double> Values) {
  std::vector<double> Parts;
  for (size_t I = 1; I < Segments.size(); ++I) {
    size_t Point = Segments[I].First;
    double Step = std::abs(Values[Point] - Values[Point - 1]);
    double Levels = std::abs(Segments[I].Mean - Segments[I - 1].Mean);
    Parts.push_back(Levels > 0 ? std::min(1.0, Step / Levels) : 0);
  }
  if (Parts.empty())
    return 0;
  auto Middle = Parts.begin() + ptrdiff_t(Parts.size() / 2);
  std::nth_element(Parts.begin(), Middle, Parts.end());
  return *Middle;
}

static PhaseType typeOf(const Phases &P, std::span<const PhaseSegment> Past) {
  // Simple phases have few levels, each held for some points, and clear
  // changes.
  constexpr size_t MostLevels = 6;
  constexpr double LeastExplained = 0.8, LeastSharpness = 0.6, LeastHeld = 4;
  if (Past.size() <= 1 || P.Levels <= 1)
    return PhaseType::None;
  double Held =
      double(Past.back().Last - Past.front().First) / double(Past.size());
  bool IsClear = P.Levels <= MostLevels && P.Explained >= LeastExplained &&
                 P.Sharpness >= LeastSharpness && Held >= LeastHeld;
  return IsClear ? PhaseType::Simple : PhaseType::Complex;
}

Phases phasesOf(const Curve &C, double Period) {
  constexpr double MostPoints = 4000;
  Phases P;
  P.Period = std::max(1.0, Period);
  double Points = std::floor(double(C.points()) / P.Period);
  P.Period *= std::max(1.0, std::ceil(Points / MostPoints));
  std::vector<double> Values = C.aggregated(P.Period);
  P.Segments = segmentsOf(Values);
  if (P.Segments.empty())
    return P;
  P.Initialisation = initialisationOf(P.Segments);
  std::span<const PhaseSegment> Past = P.Segments;
  while (Past.front().First < P.Initialisation)
    Past = Past.subspan(1);
  P.Levels = levelsOf(Past);
  P.Explained = explainedBy(Past, Values);
  P.Sharpness = sharpnessOf(Past, Values);
  P.Type = typeOf(P, Past);
  return P;
}

} // namespace memfacet::study

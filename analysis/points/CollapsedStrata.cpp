//===- CollapsedStrata.cpp - how sure points are, by themselves -----------===//

#include "analysis/points/CollapsedStrata.h"
#include "analysis/sample/RatioEstimate.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace memfacet {

namespace {

/// Of a point, or sums of them.
struct Weighted {
  double Weight = 0, Y = 0, X = 0; ///< counts are times the weight
  size_t Points = 0;

  void add(const Weighted &Other) {
    Weight += Other.Weight, Y += Other.Y, X += Other.X;
    Points += Other.Points;
  }
};

Weighted weighted(const Metric &M, const IntervalTable &Table,
                  const WeightedInterval &S) {
  const IntervalFacts &I = Table.Intervals[S.Interval];
  if (I.Instructions == 0)
    return {S.Weight, 0, 0, 1};
  double Scale = S.Weight / double(I.Instructions);
  return {S.Weight, Scale * M.numerator(I), Scale * M.denominator(I), 1};
}

} // namespace

CollapsedEstimate estimateFromPoints(const Metric &M,
                                     const IntervalTable &Table,
                                     std::span<const WeightedInterval> Sample,
                                     std::span<const uint32_t> Phases) {
  std::map<uint32_t, Weighted> ByPhase;
  Weighted All;
  for (size_t I = 0; I != Sample.size(); ++I) {
    Weighted One = weighted(M, Table, Sample[I]);
    ByPhase[Phases[I]].add(One);
    All.add(One);
  }
  CollapsedEstimate Result{estimateOf(M, Table, Sample), 0, 0};
  if (All.X == 0)
    return Result;
  double Ratio = All.Y / All.X;
  std::map<uint32_t, double> Variances;
  for (size_t I = 0; I != Sample.size(); ++I) {
    const Weighted &Phase = ByPhase[Phases[I]];
    if (Phase.Points == 1) {
      Result.Unknown += Phase.Weight / All.Weight;
      continue;
    }
    if (Phase.Weight == 0)
      continue;
    Weighted One = weighted(M, Table, Sample[I]);
    double Off = One.Y - Ratio * One.X -
                 One.Weight / Phase.Weight * (Phase.Y - Ratio * Phase.X);
    auto Points = double(Phase.Points);
    Variances[Phases[I]] += Points / (Points - 1) * Off * Off / (All.X * All.X);
  }
  double Variance = 0, Uncertainty = 0;
  for (auto [Phase, Own] : Variances) {
    Variance += Own;
    Uncertainty += Own * Own / (double(ByPhase[Phase].Points) - 1);
  }
  // Equal counts differ by rounding.
  if (std::sqrt(Variance) > 1e-12 * std::abs(Ratio) && Uncertainty > 0)
    Result.HalfWidth =
        std::sqrt(Variance) *
        studentQuantile(
            size_t(std::clamp(Variance * Variance / Uncertainty, 1.0, 1e9)));
  return Result;
}

} // namespace memfacet

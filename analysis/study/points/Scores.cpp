//===- Scores.cpp - how well labels separate intervals --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Scores.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace memfacet::study {

namespace {

/// Mean and standard deviation, in two passes: first add() all values, then
/// compare() all.
class Spread {
public:
  void add(double Value, double Weight) {
    if (Count++ == 0)
      Origin = Value;
    Weights += Weight;
    Sum += Weight * (Value - Origin);
  }
  void compare(double Value, double Weight) {
    double Off = Value - mean();
    Squares += Weight * Off * Off;
  }
  size_t count() const { return Count; }
  double weights() const { return Weights; }
  double mean() const { return Weights > 0 ? Origin + Sum / Weights : Origin; }
  double sigma() const {
    return Weights > 0 ? std::sqrt(Squares / Weights) : 0;
  }

private:
  size_t Count = 0;
  /// The first value: where all are the same, sums of differences are exactly
  /// 0, so the deviation is, too.
  double Origin = 0;
  double Weights = 0, Sum = 0, Squares = 0;
};

} // namespace

SpreadScore scoreLabels(std::span<const double> Values,
                        std::span<const double> Weights,
                        std::span<const uint32_t> Labels) {
  SpreadScore Score;
  if (Labels.empty())
    return Score;
  MEMFACET_CHECK(Values.size() >= Labels.size() &&
                     Weights.size() >= Labels.size(),
                 "a label is that of a value");
  bool IsUniform =
      std::ranges::all_of(Weights, [](double W) { return W <= 0; });
  auto WeightOf = [&](size_t I) { return IsUniform ? 1 : Weights[I]; };
  Spread All;
  std::vector<Spread> ByLabel(std::ranges::max(Labels) + 1);
  for (size_t I = 0; I != Labels.size(); ++I) {
    All.add(Values[I], WeightOf(I));
    ByLabel[Labels[I]].add(Values[I], WeightOf(I));
  }
  for (size_t I = 0; I != Labels.size(); ++I) {
    All.compare(Values[I], WeightOf(I));
    ByLabel[Labels[I]].compare(Values[I], WeightOf(I));
  }
  Score.Mean = All.mean();
  Score.Sigma = All.sigma();
  for (const Spread &S : ByLabel) {
    PhaseSpread P{S.count(), S.weights() / All.weights(), S.mean(), S.sigma()};
    Score.WithinSigma += P.Weight * P.Sigma;
    if (P.Sigma != 0)
      Score.Variation += P.Weight * P.Sigma / P.Mean;
    Score.Phases.push_back(P);
  }
  // Rounding must not make a reduction negative.
  Score.WithinSigma = std::min(Score.WithinSigma, Score.Sigma);
  return Score;
}

std::vector<double> valuesOf(const IntervalTable &Table, const Metric &M,
                             ScoredValue Kind) {
  std::vector<double> Values;
  Values.reserve(Table.Intervals.size());
  for (const IntervalFacts &I : Table.Intervals)
    Values.push_back(Kind == ScoredValue::Rate ? M.value(I) : M.numerator(I));
  return Values;
}

std::vector<double> weightsOf(const IntervalTable &Table, const Metric &M,
                              Weighing Weighting) {
  std::vector<double> Weights;
  Weights.reserve(Table.Intervals.size());
  for (const IntervalFacts &I : Table.Intervals)
    Weights.push_back(Weighting == Weighing::Intervals ? 1
                      : Weighting == Weighing::Instructions
                          ? double(I.Instructions)
                          : M.denominator(I));
  return Weights;
}

SpreadScore scoreLabels(const IntervalTable &Table, const Metric &M,
                        std::span<const uint32_t> Labels,
                        const ScoreOptions &Options) {
  return scoreLabels(valuesOf(Table, M, Options.Value),
                     weightsOf(Table, M, Options.Weighting), Labels);
}

double relativeError(double Estimate, double Truth) {
  if (Estimate == Truth)
    return 0;
  if (Truth == 0)
    return std::copysign(std::numeric_limits<double>::infinity(), Estimate);
  return (Estimate - Truth) / std::abs(Truth);
}

} // namespace memfacet::study

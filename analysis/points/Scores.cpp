//===- Scores.cpp - how well labels tell intervals apart ------------------===//

#include "analysis/points/Scores.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace memfacet {

namespace {

/// Mean and standard deviation, in two passes: first all are added, then all
/// are compared.
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

double ofTwo(double N) { return N * (N - 1) / 2; }

/// Pairs of intervals that are in one group; \p Sorted has equal ones together.
template <typename T> double pairsIn(const std::vector<T> &Sorted) {
  double Pairs = 0;
  for (size_t I = 0, Next; I != Sorted.size(); I = Next) {
    Next = I + 1;
    while (Next != Sorted.size() && Sorted[Next] == Sorted[I])
      ++Next;
    Pairs += ofTwo(double(Next - I));
  }
  return Pairs;
}

} // namespace

SpreadScore scoreLabels(std::span<const double> Values,
                        std::span<const double> Weights,
                        std::span<const uint32_t> Labels) {
  SpreadScore Score;
  if (Labels.empty())
    return Score;
  bool Same = std::ranges::all_of(Weights, [](double W) { return W <= 0; });
  auto WeightOf = [&](size_t I) { return Same ? 1 : Weights[I]; };
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
  // Rounding must not make a reduction of less than nothing.
  Score.WithinSigma = std::min(Score.WithinSigma, Score.Sigma);
  return Score;
}

std::vector<double> valuesOf(const IntervalTable &Table, const Metric &M,
                             ScoredValue Of) {
  std::vector<double> Values;
  Values.reserve(Table.Intervals.size());
  for (const IntervalFacts &I : Table.Intervals)
    Values.push_back(Of == ScoredValue::Rate ? M.value(I) : M.numerator(I));
  return Values;
}

std::vector<double> weightsOf(const IntervalTable &Table, const Metric &M,
                              Weighing By) {
  std::vector<double> Weights;
  Weights.reserve(Table.Intervals.size());
  for (const IntervalFacts &I : Table.Intervals)
    Weights.push_back(By == Weighing::Intervals      ? 1
                      : By == Weighing::Instructions ? double(I.Instructions)
                                                     : M.denominator(I));
  return Weights;
}

SpreadScore scoreLabels(const IntervalTable &Table, const Metric &M,
                        std::span<const uint32_t> Labels,
                        const ScoreOptions &Options) {
  return scoreLabels(valuesOf(Table, M, Options.Of),
                     weightsOf(Table, M, Options.By), Labels);
}

double adjustedRandIndex(std::span<const uint32_t> A,
                         std::span<const uint32_t> B) {
  std::vector<uint32_t> InA(A.begin(), A.end()), InB(B.begin(), B.end());
  std::vector<std::pair<uint32_t, uint32_t>> InBoth;
  InBoth.reserve(A.size());
  for (size_t I = 0; I != A.size(); ++I)
    InBoth.emplace_back(A[I], B[I]);
  std::ranges::sort(InA);
  std::ranges::sort(InB);
  std::ranges::sort(InBoth);
  double PairsA = pairsIn(InA), PairsB = pairsIn(InB), All = ofTwo(A.size());
  if (PairsA == PairsB && (PairsA == 0 || PairsA == All))
    return 1;
  double Chance = PairsA * PairsB / All;
  double Most = (PairsA + PairsB) / 2;
  return (pairsIn(InBoth) - Chance) / (Most - Chance);
}

double relativeError(double Estimate, double Truth) {
  if (Estimate == Truth)
    return 0;
  if (Truth == 0)
    return std::copysign(std::numeric_limits<double>::infinity(), Estimate);
  return (Estimate - Truth) / std::abs(Truth);
}

} // namespace memfacet

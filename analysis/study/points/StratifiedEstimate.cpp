//===- StratifiedEstimate.cpp - 95 % intervals of estimates from points ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/StratifiedEstimate.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace memfacet::study {

namespace {

/// Returns Student's t with Satterthwaite's degrees of freedom. \p Uncertainty:
/// sum of the parts' squared variances over their degrees of freedom.
double satterthwaite(double Variance, double Uncertainty) {
  // With equal parts, the degrees of freedom are a whole number, which rounding
  // must not reduce.
  constexpr double Rounding = 1e-9;
  double Freedom = Variance * Variance / Uncertainty * (1 + Rounding);
  return gauges::studentQuantile(size_t(std::clamp(Freedom, 1.0, 1e9)));
}

/// Sums of intervals' counts.
struct Sums {
  double Y = 0, X = 0, M = 0; ///< numerator, denominator, instructions
  void add(const Metric &Quantity, const IntervalFacts &I) {
    Y += Quantity.numerator(I);
    X += Quantity.denominator(I);
    M += double(I.Instructions);
  }
};

/// A phase's part of the variance, and its degrees of freedom.
struct Part {
  double Variance = 0;
  double Freedom = 0;
};

class Strata {
public:
  Strata(const Metric &Quantity, const IntervalTable &Table,
         std::span<const uint32_t> Labels, const StratifiedSample &Sample)
      : Quantity(Quantity), Table(Table), Sample(Sample) {
    MEMFACET_CHECK(Labels.size() <= Table.Intervals.size(),
                   "phases are those of intervals");
    Members.resize(Sample.ByPhase.size());
    for (size_t I = 0; I != Labels.size(); ++I)
      if (Labels[I] < Members.size())
        Members[Labels[I]].push_back(I);
  }

  /// Returns the sums of the whole table, as estimated from the sample.
  Sums scaled() const;
  /// Returns the part of phase \p P, in units of the metric squared. \p All:
  /// sums of the whole table.
  Part partOf(size_t P, const Sums &All, SpreadSource Source) const;

private:
  Sums sumsOf(const std::vector<size_t> &Intervals) const {
    Sums S;
    for (size_t I : Intervals)
      S.add(Quantity, Table.Intervals[I]);
    return S;
  }

  const Metric &Quantity;
  const IntervalTable &Table;
  const StratifiedSample &Sample;
  std::vector<std::vector<size_t>> Members; ///< intervals by phase
};

Sums Strata::scaled() const {
  Sums All;
  for (size_t P = 0; P != Members.size(); ++P) {
    Sums Sampled = sumsOf(Sample.ByPhase[P]);
    if (Sampled.M == 0)
      continue;
    double Whole = sumsOf(Members[P]).M;
    All.Y += Whole * Sampled.Y / Sampled.M;
    All.X += Whole * Sampled.X / Sampled.M;
    All.M += Whole;
  }
  return All;
}

Part Strata::partOf(size_t P, const Sums &All, SpreadSource Source) const {
  const std::vector<size_t> &Chosen = Sample.ByPhase[P];
  auto N = double(Members[P].size()), Count = double(Chosen.size());
  if (Count == 0 || Count >= N)
    return {};
  bool FromAll = Source == SpreadSource::AllIntervals || Chosen.size() == 1;
  const std::vector<size_t> &Basis = FromAll ? Members[P] : Chosen;
  Sums Total = sumsOf(Basis);
  if (Total.M == 0)
    return {};
  double Ratio = All.Y / All.X, Squares = 0;
  for (size_t I : Basis) {
    Sums Single;
    Single.add(Quantity, Table.Intervals[I]);
    double Off = (Single.Y - Total.Y / Total.M * Single.M) -
                 Ratio * (Single.X - Total.X / Total.M * Single.M);
    Squares += Off * Off;
  }
  double Freedom = double(Basis.size()) - 1;
  double Variance =
      N * N * (Squares / Freedom) / Count * (1 - Count / N) / (All.X * All.X);
  return {Variance, Freedom};
}

} // namespace

size_t StratifiedSample::size() const {
  size_t Sum = 0;
  for (const std::vector<size_t> &P : ByPhase)
    Sum += P.size();
  return Sum;
}

static size_t phasesOf(std::span<const uint32_t> Labels) {
  return Labels.empty() ? 0 : std::ranges::max(Labels) + 1;
}

StratifiedSample samplePhases(std::span<const uint32_t> Labels, size_t PerPhase,
                              uint64_t Seed) {
  MEMFACET_CHECK(PerPhase != 0, "each phase has an interval");
  std::vector<size_t> Left(phasesOf(Labels));
  for (uint32_t L : Labels)
    ++Left[L];
  std::vector<size_t> Wanted = Left;
  for (size_t &W : Wanted)
    W = std::min(W, PerPhase);
  StratifiedSample Sample;
  Sample.ByPhase.resize(Left.size());
  SeededRandom Random(mixBits(Seed) + 4);
  for (size_t I = 0; I != Labels.size(); ++I) {
    std::vector<size_t> &Intervals = Sample.ByPhase[Labels[I]];
    if (Random.below(Left[Labels[I]]--) < Wanted[Labels[I]] - Intervals.size())
      Intervals.push_back(I);
  }
  return Sample;
}

StratifiedSample samplePoints(std::span<const uint32_t> Labels,
                              std::span<const SimulationPoint> Points) {
  StratifiedSample Sample;
  Sample.ByPhase.resize(phasesOf(Labels));
  for (const SimulationPoint &P : Points) {
    MEMFACET_CHECK(P.Cluster < Sample.ByPhase.size(),
                   "a point is of a phase that has intervals");
    Sample.ByPhase[P.Cluster].push_back(P.Interval);
  }
  return Sample;
}

double SureEstimate::relativeHalfWidth() const {
  if (HalfWidth == 0)
    return 0;
  return Estimate == 0 ? std::numeric_limits<double>::infinity()
                       : HalfWidth / std::abs(Estimate);
}

SureEstimate estimateByPhases(const Metric &M, const IntervalTable &Table,
                              std::span<const uint32_t> Labels,
                              const StratifiedSample &Sample,
                              SpreadSource Source) {
  SureEstimate Result{M, M.value({}), truthOf(M, Table), 0, 0};
  Strata S(M, Table, Labels, Sample);
  Sums All = S.scaled();
  if (All.X == 0)
    return Result;
  Result.Estimate = All.Y / All.X;
  double Variance = 0, Uncertainty = 0;
  for (size_t P = 0; P != Sample.ByPhase.size(); ++P) {
    Part PhasePart = S.partOf(P, All, Source);
    Variance += PhasePart.Variance;
    if (PhasePart.Freedom > 0)
      Uncertainty +=
          PhasePart.Variance * PhasePart.Variance / PhasePart.Freedom;
  }
  Result.StandardError = std::sqrt(Variance);
  double Wide = 1.959964;
  if (Source == SpreadSource::Sample && Uncertainty > 0)
    Wide = satterthwaite(Variance, Uncertainty);
  Result.HalfWidth = Wide * Result.StandardError;
  return Result;
}

namespace {

/// The weighted counts of a point, or their sums over points.
struct WeightedCounts {
  double Weight = 0, Y = 0, X = 0; ///< counts are times the weight
  size_t Points = 0;

  void add(const WeightedCounts &Other) {
    Weight += Other.Weight, Y += Other.Y, X += Other.X;
    Points += Other.Points;
  }
};

WeightedCounts weighted(const Metric &M, const IntervalTable &Table,
                        const WeightedInterval &S) {
  const IntervalFacts &I = Table.Intervals[S.Interval];
  if (I.Instructions == 0)
    return {S.Weight, 0, 0, 1};
  double Scale = S.Weight / double(I.Instructions);
  return {S.Weight, Scale * M.numerator(I), Scale * M.denominator(I), 1};
}

} // namespace

namespace {

/// The sum of parts of a variance, and of what satterthwaite() needs.
struct Variances {
  double Sum = 0, Uncertainty = 0;
  void add(double Variance, double Freedom) {
    Sum += Variance;
    Uncertainty += Variance * Variance / Freedom;
  }
};

/// A variance over the square of the ratio up to this is only rounding.
constexpr double Negligible = 1e-24;

/// Points by phase, as sums of weighted counts.
class PointStrata {
public:
  PointStrata(const Metric &M, const IntervalTable &Table,
              std::span<const WeightedInterval> Sample,
              std::span<const uint32_t> Phases) {
    MEMFACET_CHECK(Phases.size() == Sample.size(), "each point has a phase");
    for (size_t I = 0; I != Sample.size(); ++I) {
      WeightedCounts Point = weighted(M, Table, Sample[I]);
      ByPhase[Phases[I]].push_back(Point);
      All.add(Point);
    }
  }

  double counts() const { return All.X; }
  double ratio() const { return All.Y / All.X; }
  double unknown() const;
  Variances variances() const;

private:
  double z(const WeightedCounts &P) const { return P.Y - ratio() * P.X; }
  /// Returns the variance of \p Strata, collapsed into one.
  double collapsed(std::span<const WeightedCounts> Strata) const;

  std::map<uint32_t, std::vector<WeightedCounts>> ByPhase;
  WeightedCounts All;
};

double PointStrata::unknown() const {
  double Weight = 0;
  for (const auto &[Phase, Points] : ByPhase)
    if (Points.size() == 1)
      Weight += Points[0].Weight / All.Weight;
  return Weight;
}

double PointStrata::collapsed(std::span<const WeightedCounts> Strata) const {
  WeightedCounts Sum;
  for (const WeightedCounts &P : Strata)
    Sum.add(P);
  if (Sum.Weight == 0)
    return 0;
  double Squares = 0, Count = double(Strata.size());
  for (const WeightedCounts &P : Strata) {
    double Off = z(P) - P.Weight / Sum.Weight * z(Sum);
    Squares += Off * Off;
  }
  return Count / (Count - 1) * Squares / (All.X * All.X);
}

Variances PointStrata::variances() const {
  Variances V;
  std::vector<WeightedCounts> Single;
  // Sums over phases with several points: the variance of a point of weight 1,
  // and the square of the coefficient of variation, times degrees of freedom.
  double Absolute = 0, Relative = 0, Freedom = 0;
  for (const auto &[Phase, Points] : ByPhase) {
    if (Points.size() == 1) {
      Single.push_back(Points[0]);
      continue;
    }
    double PhaseFreedom = double(Points.size()) - 1, Squares = 0;
    WeightedCounts Sum;
    for (const WeightedCounts &P : Points) {
      Squares += P.Weight * P.Weight;
      Sum.add(P);
    }
    double Variance = collapsed(Points);
    V.add(Variance, PhaseFreedom);
    if (Squares == 0)
      continue;
    Absolute += PhaseFreedom * Variance / Squares;
    if (Sum.Y != 0)
      Relative +=
          PhaseFreedom * Variance / Squares * std::pow(Sum.Weight / Sum.Y, 2);
    Freedom += PhaseFreedom;
  }
  if (Single.empty())
    return V;
  double Weights = 0, Counts = 0;
  for (const WeightedCounts &P : Single) {
    Weights += P.Weight * P.Weight;
    Counts += P.Y * P.Y;
  }
  // Equal counts differ by rounding.
  if (Freedom >= 3 && Absolute > Negligible * ratio() * ratio()) {
    V.add(std::max(Absolute * Weights, Relative * Counts) / Freedom, Freedom);
    return V;
  }
  // z of all points adds up to 0, so z of one is its distance from the mean.
  double SingleVariance =
      Single.size() > 1 ? collapsed(Single) : std::pow(z(Single[0]) / All.X, 2);
  V.add(SingleVariance, std::max<double>(1, double(Single.size()) - 1));
  return V;
}

} // namespace

CollapsedEstimate estimateFromPoints(const Metric &M,
                                     const IntervalTable &Table,
                                     std::span<const WeightedInterval> Sample,
                                     std::span<const uint32_t> Phases) {
  CollapsedEstimate Result{estimateOf(M, Table, Sample), 0, 0};
  PointStrata Strata(M, Table, Sample, Phases);
  if (Strata.counts() == 0)
    return Result;
  Result.Unknown = Strata.unknown();
  Variances V = Strata.variances();
  double Ratio = Strata.ratio();
  if (V.Sum > Negligible * Ratio * Ratio && V.Uncertainty > 0)
    Result.HalfWidth = std::sqrt(V.Sum) * satterthwaite(V.Sum, V.Uncertainty);
  return Result;
}

} // namespace memfacet::study

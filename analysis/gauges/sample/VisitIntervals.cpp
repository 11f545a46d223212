//===- VisitIntervals.cpp - the certainty of estimates from visits --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/VisitIntervals.h"
#include "analysis/gauges/sample/PoissonLimits.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include <algorithm>
#include <cmath>

namespace memfacet::gauges {

namespace {

constexpr double LeastVisitError = 0.02;
/// Below this number, misses are few.
constexpr double FewMisses = 50;

/// Sums over residues.
struct Sums {
  double Misses = 0;
  double Squares = 0;     ///< of misses
  double Differences = 0; ///< squares of the differences between the halves
  double Fourths = 0;     ///< fourth powers of these differences
};

Sums sumsOf(const caches::ResidueCounts &Counts) {
  Sums Result;
  for (size_t R = 0; R != SelectResidues; ++R) {
    auto A = double(Counts.visited(0, R)), B = double(Counts.visited(1, R));
    Result.Misses += A + B;
    Result.Squares += (A + B) * (A + B);
    Result.Differences += std::pow(A - B, 2);
    Result.Fourths += std::pow(A - B, 4);
  }
  return Result;
}

/// Returns half of a 95 % interval, from the variance of the estimate.
double errorOf(double Variance, double Degrees) {
  auto Whole = size_t(std::max(std::round(Degrees), 1.0));
  return studentQuantile(Whole) * std::sqrt(std::max(Variance, 0.0));
}

/// Returns the error of the estimate from \p S.
double errorOf(const Sums &S, unsigned Residues) {
  if (Residues < 2)
    return S.Misses;
  auto Count = double(Residues);
  double Spread = (Count * S.Squares - S.Misses * S.Misses) / (Count - 1);
  double Degrees =
      S.Fourths == 0 ? Count : S.Differences * S.Differences / S.Fourths;
  double Error =
      std::min(errorOf(Spread, Count - 1), errorOf(S.Differences, Degrees));
  return std::max(Error, LeastVisitError * S.Misses);
}

} // namespace

VisitedMisses visitedMisses(const caches::ResidueCounts &Counts,
                            unsigned Residues) {
  Sums S = sumsOf(Counts);
  auto Uncounted = double(Counts.uncounted());
  if (S.Misses == 0 || Residues == 0)
    return {.High = Uncounted};
  double Error = errorOf(S, Residues);
  VisitedMisses Result = {S.Misses, std::max(S.Misses - Error, 0.0),
                          S.Misses + Error};
  Result.High = std::max(Result.High, S.Misses + Uncounted);
  if (auto Misses = double(Counts.visitedMisses()); Misses < FewMisses) {
    CountLimits L = poissonLimits(Misses);
    Result.Low = std::min(Result.Low, S.Misses * L.Low / Misses);
    Result.High = std::max(Result.High, S.Misses * L.High / Misses);
  }
  return Result;
}

} // namespace memfacet::gauges

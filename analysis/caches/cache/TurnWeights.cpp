//===- TurnWeights.cpp - what visited turns stand for ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/TurnWeights.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::caches {

void TurnWeights::beginTurn(uint32_t NewPeriod) {
  for (uint32_t Structure : Used) {
    Row &R = Rows[Structure];
    auto Accesses = double(std::exchange(R.TurnAccesses, 0));
    auto Misses = double(std::exchange(R.TurnMisses, 0));
    if (Accesses == 0 && Misses == 0)
      continue;
    double Factor = Period == 0 ? 0 : factor(R);
    R.Owed += Accesses - Period * Accesses * Factor;
    if (Period != 0)
      learn(R, Accesses, Misses);
  }
  Used.clear();
  Visits += Period != 0;
  Period = NewPeriod;
}

double TurnWeights::factor(const Row &R) const {
  MEMFACET_CHECK(Period != 0, "the turn has a visit");
  if (R.Accesses == 0)
    return 1;
  // What is owed is made up for in about that many turns.
  constexpr double Turns = 8;
  // The mean over accesses, of all accesses in their turn.
  double Mean = R.AccessSquares / R.Accesses;
  double Part = R.Owed / (Turns * Period * Mean);
  return std::clamp(1 + dependence(R) * Part, 1 / Most, Most);
}

void TurnWeights::learn(Row &R, double Accesses, double Misses) const {
  if (R.Accesses == 0 && R.Misses == 0)
    R.FirstVisit = Visits;
  R.Accesses += Accesses;
  R.Misses += Misses;
  R.AccessSquares += Accesses * Accesses;
  R.MissSquares += Misses * Misses;
  R.Products += Accesses * Misses;
}

/// Returns how much misses depend on accesses, from 0 to 1: the part by which
/// they grow where accesses grow by a part, less where they scatter or where
/// few turns are known.
double TurnWeights::dependence(const Row &R) const {
  constexpr double Few = 8;
  auto Turns = double(Visits - R.FirstVisit);
  double AccessVariance = R.AccessSquares - R.Accesses * R.Accesses / Turns;
  double MissVariance = R.MissSquares - R.Misses * R.Misses / Turns;
  double Covariance = R.Products - R.Accesses * R.Misses / Turns;
  if (AccessVariance <= 0 || MissVariance <= 0 || Covariance <= 0)
    return 0;
  double Slope = Covariance / AccessVariance * R.Accesses / R.Misses;
  double Correlation =
      Covariance * Covariance / (AccessVariance * MissVariance);
  return std::min(Slope, 1.0) * std::min(Correlation, 1.0) * Turns /
         (Turns + Few);
}

} // namespace memfacet::caches

//===- ClassErrors.cpp - the certainty of shares from some lines ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/ClassErrors.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace memfacet::gauges {

double classError(const caches::ClassesByResidue &Counts, unsigned Bits) {
  constexpr size_t Classes = caches::MissClassCount;
  std::array<double, Classes> ByClass = {};
  double All = 0, Squares = 0;
  for (const auto &Residue : Counts) {
    double Misses = std::accumulate(Residue.begin(), Residue.end(), 0.0);
    All += Misses;
    Squares += Misses * Misses;
    for (size_t C = 0; C != Classes; ++C)
      ByClass[C] += Residue[C];
  }
  double Effective = All > 0 ? All * All / Squares : 0;
  // The spread among fewer than two residues is not known.
  if (Effective < 1.5)
    return 1;
  const double Missing = 1 - std::ldexp(1.0, -int(Bits));
  const double Quantile =
      studentQuantile(size_t(std::max(1.0, std::round(Effective - 1))));
  double Largest = 0;
  for (size_t C = 0; C != Classes; ++C) {
    const double Share = ByClass[C] / All;
    double Spread = 0;
    for (const auto &Residue : Counts) {
      double Misses = std::accumulate(Residue.begin(), Residue.end(), 0.0);
      Spread += std::pow(Residue[C] - Share * Misses, 2);
    }
    Spread *= Effective / (Effective - 1) / (All * All);
    const double More = (ByClass[C] + 1) / (All + 2);
    const double Error =
        std::sqrt(Missing * std::max(Spread, More * (1 - More) / All));
    constexpr double Skew = 1.1;
    Largest = std::max(Largest, Skew * Quantile * Error);
  }
  return std::min(Largest, 1.0);
}

} // namespace memfacet::gauges

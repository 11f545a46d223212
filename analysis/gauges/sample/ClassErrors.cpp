//===- ClassErrors.cpp - the certainty of shares from some lines ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/ClassErrors.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace memfacet::gauges {

double classError(const caches::MissClusters &Clusters, double Missing) {
  MEMFACET_CHECK(Missing >= 0 && Missing <= 1, "a part of the misses");
  if (Missing == 0)
    return 0;
  constexpr size_t Classes = caches::MissClassCount;
  std::array<double, Classes> ByClass = {};
  double All = 0, Squares = 0;
  for (const auto &Cluster : Clusters) {
    double Misses = std::accumulate(Cluster.begin(), Cluster.end(), 0.0);
    All += Misses;
    Squares += Misses * Misses;
    for (size_t C = 0; C != Classes; ++C)
      ByClass[C] += Cluster[C];
  }
  double Effective = All > 0 ? All * All / Squares : 0;
  // The spread among fewer than two clusters is not known.
  if (Effective < 1.5)
    return 1;
  const double Quantile =
      studentQuantile(size_t(std::max(1.0, std::round(Effective - 1))));
  double Largest = 0;
  for (size_t C = 0; C != Classes; ++C) {
    const double Share = ByClass[C] / All;
    double Spread = 0;
    for (const auto &Cluster : Clusters) {
      double Misses = std::accumulate(Cluster.begin(), Cluster.end(), 0.0);
      Spread += std::pow(Cluster[C] - Share * Misses, 2);
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

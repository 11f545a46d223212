//===- PoissonLimits.cpp - the limits of a Poisson count ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/PoissonLimits.h"
#include <algorithm>
#include <cmath>

namespace memfacet::gauges {

/// Returns half of the point of chi-square with 2 \p K degrees of freedom that
/// belongs to \p Z of the normal distribution.
static double limit(double K, double Z) {
  if (K <= 0)
    return 0;
  double Root = 1 - 1 / (9 * K) + Z / (3 * std::sqrt(K));
  // Far below 1 the approximation is not valid.
  return K * std::pow(std::max(Root, 0.0), 3);
}

CountLimits poissonLimits(double Count) {
  return {limit(Count, -NormalQuantile), limit(Count + 1, NormalQuantile)};
}

} // namespace memfacet::gauges

//===- ExpectedRange.cpp - 95 % intervals of expected misses --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ExpectedRange.h"
#include "analysis/gauges/sample/PoissonLimits.h"
#include <algorithm>
#include <cmath>

namespace memfacet::threads {

/// Returns the range of \p Estimate by chance, for a period above 1.
static ExpectedRange chanceOf(double Estimate, const ExpectedRange &Bootstrap,
                              double Period) {
  double Narrowing = std::sqrt(1 - 1 / Period);
  if (Estimate <= 0) {
    double Most = Narrowing * Period * gauges::poissonLimits(0).High;
    return {0, std::max(Bootstrap.High, Most)};
  }
  double Sigma = std::max(Estimate - Bootstrap.Low, Bootstrap.High - Estimate) /
                 gauges::NormalQuantile;
  // The number of pairs that is as uncertain as the estimate. An estimate is at
  // least as uncertain as if each miss had been a pair of its own, in each of
  // the three samples whose mean the model takes.
  double LeastSigma = Narrowing * std::sqrt(Estimate * Period / 3);
  double Pairs = std::pow(Estimate / std::max(Sigma, LeastSigma), 2);
  gauges::CountLimits Limits = gauges::poissonLimits(Pairs);
  return {std::min(Bootstrap.Low, Estimate * Limits.Low / Pairs),
          std::max(Bootstrap.High, Estimate * Limits.High / Pairs)};
}

ExpectedRange expectedRange(double Estimate, const ExpectedRange &Chance,
                            double Period) {
  ExpectedRange R = {Estimate, Estimate};
  if (Period > 1)
    R = chanceOf(Estimate, Chance, Period);
  double Model = ModelInadequacy * Estimate;
  return {std::max(0.0, Estimate - std::hypot(Estimate - R.Low, Model)),
          Estimate + std::hypot(R.High - Estimate, Model)};
}

} // namespace memfacet::threads

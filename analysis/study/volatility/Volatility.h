//===- Volatility.h - how much a curve changes from point to point --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Agaram et al. (ISMM 2006), section 4.2, equation 1, and section 4.3.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_VOLATILITY_VOLATILITY_H
#define MEMFACET_STUDY_VOLATILITY_VOLATILITY_H

#include "analysis/study/volatility/Curve.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <limits>

namespace memfacet::study {

/// The points, in per cent, whose volatility is at most that of the curve.
constexpr double UsualPercentile = 90;
/// A curve of fewer points shows no phases, so longer periods are not tried.
constexpr size_t LeastPoints = 50;

/// Returns |A - B| / max(A, B), in [0, 1]; 0 where both are 0. \p A and \p B
/// are not negative.
inline double pointVolatility(double A, double B) {
  double Larger = std::max(A, B), Smaller = std::min(A, B);
  // 0 by the least positive number is 0: no branch in a hot loop.
  return (Larger - Smaller) /
         std::max(Larger, std::numeric_limits<double>::min());
}

/// Returns the index, from 0, of the nearest rank of \p Percentile (0 to 100)
/// among \p Count (not 0) values in ascending order.
size_t nearestRank(double Percentile, size_t Count);

/// Returns the volatility of \p Values: that of the points at the nearest rank
/// of \p Percentile; 0 where there are fewer than two values.
double volatility(std::span<const double> Values,
                  double Percentile = UsualPercentile);

/// V(p) for every period of p = 1 to points / LeastPoints base periods.
struct VolatilityProfile {
  double Percentile = UsualPercentile;
  std::vector<double> Values; ///< [p - 1]; empty for a short curve

  size_t longest() const { return Values.size(); }
  double at(size_t Period) const {
    MEMFACET_CHECK(Period != 0 && Period <= longest(), "periods count from 1");
    return Values[Period - 1];
  }
};

/// Computes the profile of \p C. Takes time of N log N and space of N, for N
/// base periods: period p has N / p points, which add up to a harmonic sum.
VolatilityProfile volatilityProfile(const Curve &C,
                                    double Percentile = UsualPercentile);

} // namespace memfacet::study

#endif

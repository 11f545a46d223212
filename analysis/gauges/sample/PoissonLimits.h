//===- PoissonLimits.h - the limits of a Poisson count --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_SAMPLE_POISSONLIMITS_H
#define MEMFACET_GAUGES_SAMPLE_POISSONLIMITS_H

namespace memfacet::gauges {

/// The quantile of the normal distribution for 5 % on both sides together.
inline constexpr double NormalQuantile = 1.959964;

struct CountLimits {
  double Low = 0, High = 0;
};

/// Returns the 95 % limits of the mean of a Poisson count (F. Garwood,
/// "Fiducial limits for the Poisson distribution", Biometrika 28, 1936) by the
/// approximation of E. B. Wilson and M. M. Hilferty (PNAS 17, 1931). \p Count
/// need not be whole: 0 has the limits 0 and 3.67 (exactly 3.69).
CountLimits poissonLimits(double Count);

} // namespace memfacet::gauges

#endif

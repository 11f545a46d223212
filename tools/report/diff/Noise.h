//===- Noise.h - is a difference more than runs differ by themselves? -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_DIFF_NOISE_H
#define MEMFACET_REPORT_DIFF_NOISE_H

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace memfacet::report {

enum class Verdict {
  Same,    ///< no difference
  Unknown, ///< one run each: how much runs differ is not known
  Noise,   ///< runs of one side differ as much
  Unsure,  ///< no more than the error of two estimates, at 95 %
  Real
};
/// Returns whether \p V says that there may be no difference.
constexpr bool mayBeNone(Verdict V) {
  return V == Verdict::Noise || V == Verdict::Unsure;
}

/// A 95 % interval.
struct Limits {
  double Low = 0, High = 0;
};

/// A quantity in the runs of each side.
struct TwoSamples {
  std::vector<double> ValuesBefore, ValuesAfter; ///< not empty
  /// The limits of the means before and after, if one of them is an estimate.
  std::optional<std::array<Limits, 2>> Estimates = {};

  double meanBefore() const;
  double meanAfter() const;
};

/// Compares both sides by Welch's unequal variances t-test (Biometrika 34,
/// 1947) at 95 %. If one side has one run, it is taken to vary as the other
/// side's runs. Runs of an estimate may all be off by the same amount, so more
/// runs do not make estimates better: their errors add up as the root of the
/// sum of squares.
Verdict judge(const TwoSamples &Samples);

/// Rounds a mean of counts to a count.
uint64_t rounded(double Mean);

} // namespace memfacet::report

#endif

//===- PeriodChoice.h - the right sampling period -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The right period is the shortest one at which a curve is calm. Agaram et al.
// (ISMM 2006, sections 4.3 and 5) leave it as an open problem. Here all periods
// are tried; docs/internals/volatility.md says how and why.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_VOLATILITY_PERIODCHOICE_H
#define MEMFACET_STUDY_VOLATILITY_PERIODCHOICE_H

#include "analysis/study/volatility/Components.h"
#include "analysis/study/volatility/Volatility.h"
#include "analysis/support/Names.h"

namespace memfacet::study {

/// Why a period was chosen, or none.
enum class PeriodReason {
  Short,     ///< none: fewer than LeastPoints base periods
  Constant,  ///< none: always the same
  Noise,     ///< none: nothing but averaging makes it calm
  Volatile,  ///< none: it is calm at no period
  Threshold, ///< the volatility falls to the threshold there, and stays low
  Trough     ///< it is low there, and higher at both sides
};
} // namespace memfacet::study

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::study::PeriodReason> = {
    "short", "constant", "noise", "volatile", "threshold", "trough"};

namespace memfacet::study {
inline const char *periodReasonName(PeriodReason Value) {
  return nameOf(Value);
}

struct PeriodOptions {
  double Threshold = 0.1; ///< a curve with at most this volatility is calm
  double Percentile = UsualPercentile;
};

struct PeriodChoice {
  PeriodReason Reason = PeriodReason::Short;
  size_t Period = 0; ///< base periods; 0: none
  /// The period for Curve::aggregated(), which may be no whole number.
  double Exact = 0;
  double Volatility = 0; ///< at Period, or at Exact where only that is calm
  /// Index of the component of which Exact is a multiple, and which multiple it
  /// is; -1: no component explains the period.
  int Component = -1;
  unsigned Multiple = 0;
  /// The shortest period that is calm, also where none is chosen; 0: none.
  size_t Calm = 0;
  /// The period of the least volatility.
  size_t Quietest = 0;
};

/// All that is known about the periods of a curve.
struct PeriodAnalysis {
  VolatilityProfile Profile;
  std::vector<Component> Components;
  PeriodChoice Choice;
};

PeriodAnalysis analysePeriods(const Curve &C, const PeriodOptions &Options);

/// Chooses from a profile alone; \p Components explain troughs. The reason is
/// never Short, Constant or Noise for a profile that is not empty.
PeriodChoice choosePeriod(const VolatilityProfile &V,
                          std::span<const Component> Components,
                          double Threshold);

/// Returns whether \p Values cannot be distinguished from independent ones, by
/// the cumulated spectrum (Bartlett's test, 1 % error).
bool isNoise(std::span<const double> Values);

/// A curve and its weight in the choice.
struct WeightedPeriods {
  const PeriodAnalysis *Analysis;
  double Weight; ///< misses, for instance; curves of weight 0 do not count
};

struct ProgramPeriod {
  /// Component is -1, or an index into Components.
  PeriodChoice Choice;
  std::vector<Component> Components; ///< of all curves
  std::vector<bool> Agrees;  ///< by curve: whether it is calm at the period
  double AgreeingWeight = 0; ///< part of all weights
  /// The most volatility of the curves that agree; without any, of all curves.
  VolatilityProfile Envelope;
};

/// The least part of the weights that must be calm at a program's period.
constexpr double LeastAgreement = 0.5;

/// Chooses the shortest period at which most of \p Curves, by weight, are calm
/// at once; or a trough of their common profile, if there is one. If the weight
/// is less than LeastAgreement, no curve agrees.
ProgramPeriod programPeriod(std::span<const WeightedPeriods> Curves,
                            double Threshold);

} // namespace memfacet::study

#endif

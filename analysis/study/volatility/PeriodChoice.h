//===- PeriodChoice.h - the right sampling period -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The right period is the shortest one at which a curve is calm. Agaram et al.
// (ISMM 2006, sections 4.3 and 5) leave it as an open problem. Here all periods
// are looked at; docs/internals/volatility.md says how and why.
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
  Short,     ///< none: less than LeastPoints base periods
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
  double Threshold = 0.1; ///< calm is a volatility of at most that
  double Percentile = UsualPercentile;
};

struct PeriodChoice {
  PeriodReason Reason = PeriodReason::Short;
  size_t Period = 0; ///< base periods; 0: none
  /// The same, for Curve::aggregated, where it is no whole number.
  double Exact = 0;
  double Volatility = 0; ///< at Period, or at Exact where only that is calm
  /// Index of the component of which Exact is a multiple, and which: troughs
  /// that are explained. -1: none.
  int Component = -1;
  unsigned Multiple = 0;
  /// The shortest period that is calm, also where none is chosen; 0: none.
  size_t Calm = 0;
  /// That of the least volatility.
  size_t Quietest = 0;
};

/// All that is known about the periods of a curve.
struct PeriodAnalysis {
  VolatilityProfile Profile;
  std::vector<Component> Components;
  PeriodChoice Choice;
};

PeriodAnalysis analysePeriods(const Curve &C, const PeriodOptions &Options);

/// The choice from a profile alone; \p Components explain troughs. Never Short,
/// Constant or Noise for a profile that is not empty.
PeriodChoice choosePeriod(const VolatilityProfile &V,
                          std::span<const Component> Components,
                          double Threshold);

/// Whether \p Values cannot be told from independent ones, by the cumulated
/// spectrum (Bartlett's test, 1 % error).
bool isNoise(std::span<const double> Values);

/// A curve's part in the choice.
struct WeightedPeriods {
  const PeriodAnalysis *Analysis;
  double Weight; ///< misses, for instance; curves of weight 0 do not count
};

struct ProgramPeriod {
  /// Component is -1, or an index into Components.
  PeriodChoice Choice;
  std::vector<Component> Components; ///< of all curves
  std::vector<bool> Agrees;          ///< by curve: calm at the period
  double AgreeingWeight = 0;         ///< part of all weights
  VolatilityProfile
      Envelope; ///< most volatility of those that agree; else of all
};

/// Of the weights, at least this part must be calm at a program's period.
constexpr double LeastAgreement = 0.5;

/// The shortest period at which most (by weight) of \p Curves are calm at once;
/// a trough of what they have in common if there is one. None, with nobody in
/// agreement, where that is less than LeastAgreement.
ProgramPeriod programPeriod(std::span<const WeightedPeriods> Curves,
                            double Threshold);

} // namespace memfacet::study

#endif

//===- ProgramPeriod.h - one period for several curves --------------------===//

#ifndef MEMFACET_VOLATILITY_PROGRAMPERIOD_H
#define MEMFACET_VOLATILITY_PROGRAMPERIOD_H

#include "analysis/volatility/PeriodChoice.h"

namespace memfacet {

/// A curve's part in the choice.
struct WeightedPeriods {
  const PeriodAnalysis *Of;
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

} // namespace memfacet

#endif

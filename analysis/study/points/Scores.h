//===- Scores.h - how well labels separate intervals ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_SCORES_H
#define MEMFACET_STUDY_POINTS_SCORES_H

#include "analysis/study/points/IntervalTable.h"
#include <optional>
#include <span>
#include <vector>

namespace memfacet::study {

/// The weight of an interval, in means, standard deviations and phases.
enum class Weighing {
  Instructions, ///< its instructions
  Intervals,    ///< all intervals weigh the same
  /// The metric's denominator: means are then the ratios of sums, and an
  /// interval that hardly uses a level hardly counts.
  Denominator,
};

/// The value that is compared.
enum class ScoredValue {
  Rate,  ///< numerator over denominator
  Count, ///< the numerator: misses of an interval, for instance
};

struct ScoreOptions {
  Weighing Weighting = Weighing::Instructions;
  ScoredValue Value = ScoredValue::Rate;
};

/// The spread of the intervals with one label.
struct PhaseSpread {
  size_t Intervals = 0;
  double Weight = 0; ///< its share of all weights
  double Mean = 0, Sigma = 0;
  bool operator==(const PhaseSpread &) const = default;
};

/// All sigmas are standard deviations of the whole population, not estimates
/// from a sample: sqrt(sum w (x - mean)^2 / sum w).
struct SpreadScore {
  double Mean = 0, Sigma = 0; ///< of all intervals
  /// Sum of the phases' weights times their sigmas (T. Huffmire and T.
  /// Sherwood, "Wavelet-based phase classification", PACT 2006, equation 3,
  /// where intervals weigh the same and the value is a count). At most Sigma.
  double WithinSigma = 0;
  /// Sum of the phases' weights times sigma over mean (there, equation 2). A
  /// phase of zeros adds 0; one with a mean near 0 may add much.
  double Variation = 0;
  std::vector<PhaseSpread> Phases; ///< by label; unused labels have nothing

  /// Returns by how much less values vary within phases: (Sigma - WithinSigma)
  /// / Sigma (E. Perelman et al., "Detecting phases in parallel applications on
  /// shared memory architectures", UCSD CS2005-0844, section 5.5), from 0 to 1.
  /// None where nothing varies.
  std::optional<double> reduction() const {
    if (Sigma == 0)
      return std::nullopt;
    return (Sigma - WithinSigma) / Sigma;
  }
};

/// Computes how values vary within phases. \p Values and \p Weights have one
/// element for each of the \p Labels. Weights are not negative; where they add
/// up to 0, all intervals weigh the same.
SpreadScore scoreLabels(std::span<const double> Values,
                        std::span<const double> Weights,
                        std::span<const uint32_t> Labels);

/// Returns the same for a metric. \p Labels has one element for each interval
/// of \p Table.
SpreadScore scoreLabels(const IntervalTable &Table, const Metric &M,
                        std::span<const uint32_t> Labels,
                        const ScoreOptions &Options = {});

/// Return the value and the weight of each interval of \p Table.
std::vector<double> valuesOf(const IntervalTable &Table, const Metric &M,
                             ScoredValue Kind = ScoredValue::Rate);
std::vector<double> weightsOf(const IntervalTable &Table, const Metric &M,
                              Weighing Weighting = Weighing::Instructions);

/// Returns (Estimate - Truth) / |Truth|: positive where the estimate is too
/// large, 0 where both are 0, infinite where only Truth is 0.
double relativeError(double Estimate, double Truth);

} // namespace memfacet::study

#endif

//===- Phases.h - what a curve shows at a good period ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Agaram et al. (ISMM 2006), section 4.4: no phases past initialisation, simple
// ones with boundaries that are easily seen, or complex ones.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_VOLATILITY_PHASES_H
#define MEMFACET_STUDY_VOLATILITY_PHASES_H

#include "analysis/study/volatility/Curve.h"
#include "analysis/support/Names.h"
#include <cstddef>
#include <span>
#include <vector>

namespace memfacet::study {

/// First points of all segments but the first one, ascending: of all divisions
/// of \p Values into segments the one with the least sum of squared differences
/// to the segments' means, plus \p Penalty for each segment. Exact, by pruning
/// (PELT: Killick, Fearnhead and Eckley, JASA 107, 2012): time grows with the
/// points times the longest segment.
std::vector<size_t> changePoints(std::span<const double> Values,
                                 double Penalty);

/// A penalty that noise does not reach: from the median of the differences
/// between neighbours, which changes of level do not move, and not below
/// changes by a twentieth of the mean.
double usualPenalty(std::span<const double> Values);

enum class PhaseType { None, Simple, Complex };
} // namespace memfacet::study

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::study::PhaseType> = {
    "none", "simple", "complex"};

namespace memfacet::study {
inline const char *phaseTypeName(PhaseType Value) { return nameOf(Value); }

struct PhaseSegment {
  size_t First, Last; ///< points; Last is behind
  double Mean;
  bool operator==(const PhaseSegment &) const = default;
};

struct Phases {
  PhaseType Type = PhaseType::None;
  double Period = 1; ///< base periods of a point
  std::vector<PhaseSegment> Segments;
  size_t Initialisation = 0; ///< points before its end; 0: none is seen
  size_t Levels = 0;         ///< different ones past it
  double Explained = 0;      ///< of the variance past it, by the segments
  double Sharpness = 0;      ///< of a typical change, within two points: 0 to 1
};

/// Levels that differ by less (pointVolatility) are the same.
constexpr double SameLevel = 0.1;
/// Initialisation takes at most this part of a run.
constexpr double LongestInitialisation = 0.25;

/// At \p Period base periods, no whole number in general, or the least multiple
/// that leaves at most 4000 points.
Phases phasesOf(const Curve &C, double Period);

/// Points before the end of initialisation: the last boundary in the first
/// quarter of the run such that no level before it is seen again behind it. 0
/// where there is none.
size_t initialisationOf(std::span<const PhaseSegment> Segments);

} // namespace memfacet::study

#endif

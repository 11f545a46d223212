//===- Phases.h - segments and levels of a curve --------------------------===//
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

/// Returns the first points of all segments but the first one, ascending. Of
/// all divisions of \p Values into segments, it is the one with the least sum
/// of squared differences to the segments' means, plus \p Penalty for each
/// segment. It is found exactly, with pruning (PELT: Killick, Fearnhead and
/// Eckley, JASA 107, 2012); time grows with the points times the longest
/// segment.
std::vector<size_t> changePoints(std::span<const double> Values,
                                 double Penalty);

/// Returns a penalty that noise does not reach. It follows from the median of
/// the differences between neighbours, on which changes of level have no
/// effect, but at least from changes by a twentieth of the mean.
double usualPenalty(std::span<const double> Values);

enum class PhaseType { None, Simple, Complex };
} // namespace memfacet::study

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::study::PhaseType> = {
    "none", "simple", "complex"};

namespace memfacet::study {
inline const char *phaseTypeName(PhaseType Value) { return nameOf(Value); }

struct PhaseSegment {
  size_t First, Last; ///< points [First, Last)
  double Mean;
  bool operator==(const PhaseSegment &) const = default;
};

struct Phases {
  PhaseType Type = PhaseType::None;
  double Period = 1; ///< base periods of a point
  std::vector<PhaseSegment> Segments;
  size_t Initialisation = 0; ///< points before its end; 0: none was found
  size_t Levels = 0;         ///< different levels after initialisation
  /// Part of the variance after initialisation that segments explain.
  double Explained = 0;
  double Sharpness = 0; ///< part of a typical change within two points: 0 to 1
};

/// Levels that differ by less (pointVolatility) are the same.
constexpr double SameLevel = 0.1;
/// Initialisation takes at most this part of a run.
constexpr double LongestInitialisation = 0.25;

/// Finds the phases of \p C at \p Period base periods, which need not be a
/// whole number; or at the least multiple of it that leaves at most 4000
/// points.
Phases phasesOf(const Curve &C, double Period);

/// Returns the points before the end of initialisation: the last boundary in
/// the first quarter of the run such that no level before it comes again after
/// it. 0 where there is none.
size_t initialisationOf(std::span<const PhaseSegment> Segments);

} // namespace memfacet::study

#endif

//===- ResidueErrors.h - the errors of chosen residues --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes errors of counts by residue modulo 64, of which some are chosen.
// LineIntervals.h and CurveSample.h say what they are used for.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_RESIDUEERRORS_H
#define MEMFACET_GAUGES_SAMPLE_RESIDUEERRORS_H

#include "analysis/gauges/sample/PoissonLimits.h"
#include "analysis/gauges/sample/WindowChanges.h"
#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace memfacet::gauges {

/// The expected number of events where none is seen in 5 % of the cases.
inline constexpr double RuleOfThree = 3;

/// Counts by selectResidue.
using ByResidue = std::array<double, SelectResidues>;
double sumOf(const ByResidue &Counts);

struct MissLimits {
  double Low = 0, High = 0;

  void widen(double NewLow, double NewHigh) {
    Low = std::min(Low, NewLow);
    High = std::max(High, NewHigh);
  }
};

/// Returns what \p Counts, not all 0, stand for, where one residue in 2^\p Bits
/// is chosen. \p EarlierCounts: the counts of stretches with fewer bits, by
/// their number of bits. \p Lines: the number of lines seen, if they are few;
/// 0: they are many.
MissLimits residueLimits(const ByResidue &Counts, unsigned Bits,
                         std::span<const ByResidue> EarlierCounts,
                         double Lines);
/// Returns the number of residues of \p Counts that are not 0.
size_t residuesIn(const ByResidue &Counts);

/// Returns the part of the changes in windows that are in chosen residues with
/// \p Bits, if it certainly is not one in 2^\p Bits. \p OwnWindows: only the
/// windows of the stretch count.
std::optional<MissLimits> chosenPart(const ChangeCounts &C, unsigned Bits,
                                     bool OwnWindows);

/// Returns the most misses for each access; 1 without windows (null).
double changesPerTouch(const ChangeCounts *C);

/// Widens \p L, of a stretch in which \p Misses were seen, for windows that
/// have \p Part of all changes in chosen residues.
void widenByWindows(MissLimits &L, double Misses, const MissLimits &Part);

} // namespace memfacet::gauges

#endif

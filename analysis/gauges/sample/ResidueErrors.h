//===- ResidueErrors.h - how far off chosen residues may be ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of counts by residue modulo 64 of which some are chosen. LineIntervals.h and
// CurveSample.h say what they are used for.
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

/// Events that are expected where none is seen in 5 % of the cases.
inline constexpr double RuleOfThree = 3;

/// By selectResidue.
using ByResidue = std::array<double, SelectResidues>;
double sumOf(const ByResidue &Counts);

struct MissLimits {
  double Low = 0, High = 0;

  void widen(double NewLow, double NewHigh) {
    Low = std::min(Low, NewLow);
    High = std::max(High, NewHigh);
  }
};

/// What \p Counts, not all 0, stands for, where one residue in 2^\p Bits is
/// chosen. \p EarlierCounts: what was seen in stretches with fewer bits, by
/// their number. \p Lines: those that were seen, if they are few; 0: they are
/// many.
MissLimits residueLimits(const ByResidue &Counts, unsigned Bits,
                         std::span<const ByResidue> EarlierCounts,
                         double Lines);
/// Residues of \p Counts that are not 0.
size_t residuesIn(const ByResidue &Counts);

/// The part of the changes in windows that are in chosen residues with \p Bits,
/// if it certainly is not one in 2^\p Bits. \p OwnWindows: only those of the
/// stretch count.
std::optional<MissLimits> chosenPart(const ChangeCounts &C, unsigned Bits,
                                     bool OwnWindows);

/// Misses for each access, at most; 1 without windows (null).
double changesPerTouch(const ChangeCounts *C);

/// \p L, of a stretch in which \p Misses were seen, where \p Part of all
/// changes are.
void widenByWindows(MissLimits &L, double Misses, const MissLimits &Part);

} // namespace memfacet::gauges

#endif

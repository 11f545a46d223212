//===- Interplay.h - what structures do to each other over time -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Agaram et al. (ISMM 2006), sections 4 (anti-correlation, Figure 7) and 4.4
// (inversions, Figure 12; common transition points).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_VOLATILITY_INTERPLAY_H
#define MEMFACET_STUDY_VOLATILITY_INTERPLAY_H

#include <cstddef>
#include <span>
#include <vector>

namespace memfacet::study {

/// Curves of several structures at one period, point by point; of one length.
using CurveValues = std::vector<std::vector<double>>;

/// Points [First, Last) in which one structure has the most.
struct Lead {
  size_t Leader; ///< index of its curve
  size_t First, Last;
  bool operator==(const Lead &) const = default;
};

/// Another one must be larger by this part, for so many points in a row, to
/// take over the lead; it has it from the first of them on.
struct LeadOptions {
  double Margin = 0.1;
  size_t Points = 3;
};

/// Intervals without gaps; one where nobody takes over. The first leader is the
/// one with most in the first points.
std::vector<Lead> leadsOf(const CurveValues &Curves,
                          const LeadOptions &Options = {});

/// Two structures of which one falls where the other rises.
struct OpposedPair {
  size_t First, Second; ///< indices of curves
  double Correlation;   ///< Pearson's; negative
};

/// Pairs with a correlation of at most -0.5 that is no chance (1 in 1000), with
/// as many independent points as the curves' own likeness from point to point
/// leaves (Bartlett). The strongest first.
std::vector<OpposedPair> opposedPairs(const CurveValues &Curves);

/// A point at which several structures change.
struct Transition {
  size_t Point; ///< the first of the changes
  std::vector<size_t> Curves;
};

/// \p Changes: by curve, the points where a segment begins. Changes of at least
/// two curves within \p Tolerance points of the first of them are one.
std::vector<Transition>
commonTransitions(std::span<const std::vector<size_t>> Changes,
                  size_t Tolerance = 1);

} // namespace memfacet::study

#endif

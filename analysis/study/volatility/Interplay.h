//===- Interplay.h - how structures relate to each other over time --------===//
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

/// Another structure takes over the lead if it is larger by Margin (a part of
/// the leader's value) for Points points in a row. It leads from the first of
/// them on.
struct LeadOptions {
  double Margin = 0.1;
  size_t Points = 3;
};

/// Returns the leads in order, without gaps. The first leader is the structure
/// with the largest sum of the first points.
std::vector<Lead> leadsOf(const CurveValues &Curves,
                          const LeadOptions &Options = {});

/// Two structures of which one falls where the other rises.
struct OpposedPair {
  size_t First, Second; ///< indices of curves
  double Correlation;   ///< Pearson's; negative
};

/// Returns the pairs with a correlation of at most -0.5 that is not chance (1
/// in 1000), the strongest first. The number of independent points follows from
/// how similar each curve is to itself from point to point (Bartlett).
std::vector<OpposedPair> opposedPairs(const CurveValues &Curves);

/// A point at which several structures change.
struct Transition {
  size_t Point; ///< the first of the changes
  std::vector<size_t> Curves;
};

/// Finds points at which at least two curves change. \p Changes: by curve, the
/// points where a segment begins. Changes within \p Tolerance points of the
/// first of them are one transition.
std::vector<Transition>
commonTransitions(std::span<const std::vector<size_t>> Changes,
                  size_t Tolerance = 1);

} // namespace memfacet::study

#endif

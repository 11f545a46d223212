//===- MissChance.h - how many touches miss, from open ones too -----------===//

#ifndef MEMFACET_SAMPLE_MISSCHANCE_H
#define MEMFACET_SAMPLE_MISSCHANCE_H

#include "analysis/cache/SetDistances.h"

namespace memfacet {

/// A number that is known to lie between two.
struct Range {
  double Low = 0, High = 0;
};

/// How readily the lines of open touches are found, compared with those of
/// touches whose past is known: between this times less and this times more.
constexpr double OpenTouchesDiffer = 2;

/// The part of the touches in \p C that miss, 0 to 1. Open touches are censored
/// observations of a distance: their chance follows from those of which more is
/// known (E. L. Kaplan and P. Meier, Nonparametric Estimation from Incomplete
/// Observations, Journal of the American Statistical Association 53, 1958):
///
///   h(d) = Found(d) / (touches known to be d or further away)
///   chance of an open touch behind c lines = product of 1 - h(d), c <= d <
///   ways
///
/// That holds if windows began independently of what the program did with the
/// structure. As they hardly see a structure in all phases alike, the chance is
/// taken to the power of OpenTouchesDiffer and of its inverse; and of the
/// touches at each distance, two more may or may not have been found. So
/// where nothing is known of a distance, the range says that all open touches
/// may hit or miss. Without touches it is 0 to 1.
Range missChance(const SetDistanceCounts &C);

} // namespace memfacet

#endif

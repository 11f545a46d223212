//===- MissRanges.h - what gaps leave open of misses ----------------------===//

#ifndef MEMFACET_SAMPLE_MISSRANGES_H
#define MEMFACET_SAMPLE_MISSRANGES_H

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

/// Between which numbers the misses of structures lie, in the whole run, as far
/// as the state of the caches is concerned; chance is another matter.
class MissRanges {
public:
  /// Each measured touch in \p Counts stands for \p Factor of the run.
  MissRanges(const SetDistances::Table &Counts, double Factor)
      : Counts(Counts), Factor(Factor) {}

  /// Without any counts, nothing is known of anything.
  bool known() const { return !Counts.empty(); }
  /// Of \p Structure in level number \p Level. What reaches an outer level are
  /// the misses of the one before, which lie in \p Before.
  Range misses(uint32_t Structure, size_t Level, const Range &Before) const;

private:
  const SetDistances::Table &Counts;
  double Factor;
};

/// The share of one of several numbers, the others' sum being in \p Others.
Range shareOf(const Range &One, const Range &Others);

} // namespace memfacet

#endif

//===- LineIntervals.h - how sure an estimate from some lines is ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects (memfacet/Select.h) records accesses to lines of some
// residues modulo 64 only: in stretches of its run, one in 2^Bits, at first
// mostly all. Each miss of a stretch stands for 2^Bits. How far is the sum from
// the true number of misses of a structure in a level?
//
// Each stretch without all residues has an error of its own:
//
//   spread     The misses x of its n residues have the variance s^2. A sample
//              of n of N = 64 that was drawn at random has the error
//
//                t * N * sqrt((1 - n/N) * s^2 / n)
//
//              with the 97.5 % quantile t of Student's distribution for n - 1
//              degrees of freedom (W. G. Cochran, "Sampling Techniques", 1977,
//              section 2). Where n is less than 4, s^2 is hardly known: then
//              the mean square of the next rule stands for it.
//   system     But they are not drawn at random: some are neighbours, and rows
//              of a matrix may meet one residue alone. Where more residues were
//              seen, it is known what each group of n that could have been
//              chosen would have told. The mean square of those errors,
//              relative to the truth, less what chance alone would give,
//              (groups - 1) / misses, holds for later stretches, too. (Where it
//              is not half of that, it is no chance, and all of it holds.)
//              Twice its root is the least error, of the truth. Where no
//              stretch had more residues, that is 4 %. It is 2.5 % by root n at
//              least: residues that were alike do not stay so to the last miss.
//   few lines  Where some residues have no misses, the structure has few lines:
//              -log(1 - part of residues with misses) for each residue. Their
//              misses may be those of as many lines as one finds by chance
//              where so many are expected, between the limits of a Poisson
//              count.
//   windows    Programs change. In windows all lines are seen, also later: how
//              often a line took the place of the one that was accessed last in
//              its residue, c times in chosen residues, N times in all
//              (WindowChanges.h). If N is at least 50 and 2^-Bits certainly is
//              not the part f = c/N, between the limits of a Poisson count c,
//              then the truth may be what was seen, by f. Those windows count
//              that were in the stretch, or if they have too few changes, all.
//              Where nothing was seen in the stretch, those in it alone count,
//              and three stand for nothing. There are no more misses than
//              accesses since some lines are left out, times the changes for
//              each access in windows (Poisson's upper limit): so many may be
//              where f is 0.
//   none seen  A structure without a miss in a stretch has at most three times
//              as many as one miss would stand for: where three are expected,
//              none is seen in 5 % of the cases. If none of its lines is known
//              to be chosen, it may have all of them in other residues. Then
//              its rate of misses while all were chosen tells more: it is taken
//              twice, and no access misses more than once.
//
//   elsewhere  Few lines that meet in one set may miss there all the time, and
//              nowhere else. If chosen residues certainly had less than their
//              part of the misses while all were chosen (Poisson's upper
//              limit), there may be as many more as they had less (by the lower
//              limit), but no more than accesses. If misses have become seldom
//              since, there may be twice as many for each access as then.
//
// The errors of stretches are added, not their squares: the same residues are
// chosen in all of them. Low is never less than what was seen, High never more
// than that of the level before. Lines of other residues that were visited in
// the first level have errors of their own (VisitIntervals.h).
//
// The interval of all structures follows from all their misses. It is at least
// as wide as the errors of structures make it that are more than half of what
// is estimated: squares of these are added.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_LINEINTERVALS_H
#define MEMFACET_GAUGES_SAMPLE_LINEINTERVALS_H

#include "analysis/caches/cache/ResidueMisses.h"
#include "analysis/gauges/sample/WindowChanges.h"
#include "analysis/result/profile/Profile.h"
#include <vector>

namespace memfacet::gauges {

/// Line touches of a structure that reach a level: while all lines were chosen,
/// and later. Those of all lines, chosen or not.
struct TouchesByChoice {
  uint64_t AllChosen = 0, SomeChosen = 0;
};

/// What else is known of a structure in a level.
struct LineFacts {
  unsigned Bits = 0; ///< of the last stretch
  TouchesByChoice Touches = {};
  bool HasChosen = true; ///< some of its lines are chosen up to the end
  /// In the first level: so many residues were visited beside chosen ones.
  unsigned Visited = 0;
  /// Null: there were no windows with some lines.
  const ChangeCounts *InWindows = nullptr;
  double MostPerTouch = 1; ///< misses, at most, since some lines are left out
};

/// A 95 % interval of the misses in \p Counts, each of which stands for as many
/// as its stretch says.
result::MissInterval missInterval(const caches::ResidueCounts &Counts,
                                  const LineFacts &Facts);

/// Fills the intervals of \p P, whose structures, with their counts, and
/// stretches are there. \p Touches of the first level, by structure; there may
/// be fewer. \p Windows of stretches with some lines.
void fillLineIntervals(result::Profile &P, const caches::ResidueMisses &Misses,
                       const std::vector<TouchesByChoice> &Touches,
                       const WindowChanges &Windows);

} // namespace memfacet::gauges

#endif

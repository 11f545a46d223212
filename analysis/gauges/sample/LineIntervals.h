//===- LineIntervals.h - the certainty of estimates from some lines -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects (memfacet/Select.h) records only accesses to lines of
// some residues modulo 64: one in 2^Bits in a stretch of its run, at first
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
//              of a matrix may meet one residue only. Where more residues were
//              seen, the estimate of each group of n that could have been
//              chosen is known. The mean square of the errors of these
//              estimates, relative to the truth, less what chance alone would
//              give, (groups - 1) / misses, holds for later stretches, too.
//              (Where it is less than half of that, it is no chance, and all
//              of it holds.) Twice its root is the least error, of the truth.
//              Where no stretch had more residues, that is 4 %. It is 2.5 % by
//              root n at least: residues that were alike do not stay so to the
//              last miss. Where n is less than 4, chance is that of the misses
//              seen in the stretch, c, if that is more: 1/c, or 1/c^2 where
//              residues were alike.
//   few lines  Where some residues have no misses, the structure has few lines:
//              -log(1 - part of residues with misses) for each residue. Their
//              misses may be those of as many lines as one finds by chance
//              where this number is expected, between the limits of a Poisson
//              count.
//   windows    Programs change. In windows all lines are seen, also later: how
//              often a line took the place of the one that was accessed last in
//              its residue, c times in chosen residues, N times in all
//              (WindowChanges.h). If N is at least 50 and 2^-Bits certainly is
//              not the part f = c/N, between the limits of a Poisson count c,
//              then the truth may be the number seen, divided by f. The windows
//              of the stretch count, or all, if those have too few changes.
//              Where nothing was seen in the stretch, only those of the stretch
//              count, and three stand for nothing. There are no more misses
//              than accesses since some lines are left out, times the changes
//              for each access in windows (Poisson's upper limit): this number
//              is possible where f is 0.
//   none seen  A structure without a miss in a stretch has at most three times
//              as many as one miss would stand for: where three are expected,
//              none is seen in 5 % of the cases. If none of its lines is known
//              to be chosen (or visited, in the first level), all of them may
//              be in other residues. Then its
//              rate of misses while all were chosen is a better limit: it is
//              taken twice, and no access misses more than once.
//
//   elsewhere  Few lines that meet in one set may miss there all the time, and
//              in no other set. If chosen residues certainly had less than
//              their part of the misses while all were chosen (Poisson's upper
//              limit), there may be more misses in the same ratio (by the lower
//              limit), but no more than accesses. If misses have become rare
//              since, there may be twice as many for each access as then.
//
// The errors of stretches are added, not their squares: the same residues are
// chosen in all of them. Low is never less than the number seen, and High never
// more than High of the level before. Lines of other residues that were visited
// in the first level have errors of their own (VisitIntervals.h).
//
// The 95 % interval of all structures follows from all their misses. It is at
// least as wide as the large errors of structures make it, those of more than
// half of the estimate: their squares are added.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_LINEINTERVALS_H
#define MEMFACET_GAUGES_SAMPLE_LINEINTERVALS_H

#include "analysis/caches/cache/ResidueMisses.h"
#include "analysis/gauges/sample/WindowChanges.h"
#include "analysis/result/profile/Profile.h"
#include <vector>

namespace memfacet::gauges {

/// Line touches of a structure that reach a level, of all lines, chosen or not:
/// while all lines were chosen, and while only some were.
struct TouchesByChoice {
  uint64_t AllChosen = 0, SomeChosen = 0;
};

/// What is known of a structure in a level in addition to its misses.
struct LineFacts {
  unsigned Bits = 0; ///< of the last stretch
  TouchesByChoice Touches = {};
  /// Some lines of the structure are chosen up to the end.
  bool HasChosen = true;
  /// The residues of the first level that were visited in addition to the
  /// chosen ones.
  unsigned Visited = 0;
  /// Misses, at most, of lines that were fetched between visits, if it is one
  /// for each set and turn (caches/cache/StaleMisses.h).
  double MostStale = 0;
  /// Null: there were no windows in stretches with some lines.
  const ChangeCounts *InWindows = nullptr;
  double MostPerTouch = 1; ///< misses, at most, since some lines are left out
};

/// Returns a 95 % interval of the misses in \p Counts, each of which stands for
/// the number that its stretch says.
result::MissInterval missInterval(const caches::ResidueCounts &Counts,
                                  const LineFacts &Facts);

/// Fills the 95 % intervals of \p P, which has the counts of its structures and
/// its stretches. \p Touches has the touches of the first level, by structure,
/// and may be shorter. \p Windows has the windows of stretches with some lines.
void fillLineIntervals(result::Profile &P, const caches::ResidueMisses &Misses,
                       const std::vector<TouchesByChoice> &Touches,
                       const WindowChanges &Windows);

} // namespace memfacet::gauges

#endif

//===- VisitIntervals.h - the certainty of estimates from visits ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads visit lines of the first level in turn, of n residues in all
// (memfacet/Select.h). The visits of a residue are counted in two halves a, b
// in turn; x is their sum, times what a visit stands for. The estimate is the
// sum of x. The variance of its error is
//
//   spread   n * s^2, where s^2 is the variance of x. It takes the differences
//            of residues for chance, although all were visited
//   halves   the sum of (a - b)^2: the visits of a residue differ by chance,
//            and because the program changes. It takes residues without a
//            second visit for chance
//
// Each is the square of an error, times Student's 97.5 % quantile: for n - 1
// degrees of freedom, or for the square of the sum of (a - b)^2 divided by the
// sum of (a - b)^4, as few residues may have most of the misses
// (F. E. Satterthwaite, "An approximate distribution of estimates of variance
// components", 1946). The smaller error counts, 2 % at least. Few misses are a
// Poisson count. The 95 % interval contains the misses that were taken for
// false, as sets were not seen for long (caches/cache/StaleMisses.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_VISITINTERVALS_H
#define MEMFACET_GAUGES_SAMPLE_VISITINTERVALS_H

#include "analysis/caches/cache/ResidueMisses.h"

namespace memfacet::gauges {

/// Misses, with their 95 % interval.
struct VisitedMisses {
  double Estimate = 0, Low = 0, High = 0;
};

/// Returns the misses of visited lines in \p Counts, where \p Residues residues
/// were visited.
VisitedMisses visitedMisses(const caches::ResidueCounts &Counts,
                            unsigned Residues);

} // namespace memfacet::gauges

#endif

//===- VisitIntervals.h - how sure an estimate from visits is -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads visit lines of the first level in turn, those of n residues in all
// (memfacet/Select.h). A residue's visits go to two halves a, b in turn; x is
// their sum, times what a visit stands for. The estimate is the sum of x. Its
// error has the variance
//
//   spread   n * s^2, where s^2 is the variance of x. It takes residues that
//            differ for chance, although all were visited
//   halves   the sum of (a - b)^2: a residue's visits differ by chance, and as
//            the program changes. It takes those without a second visit for
//            chance
//
// Each is the square of an error, times Student's 97.5 % quantile: for n - 1
// degrees of freedom, or for the square of the sum of (a - b)^2 by the sum of
// (a
// - b)^4, as few residues may have most of the misses (F. E. Satterthwaite, "An
// approximate distribution of estimates of variance components", 1946). The
// lesser error counts. It is 2 % at least: what sets held before a visit is a
// guess. Few misses are a Poisson count.
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

/// Those of visited lines in \p Counts, where so many \p Residues were visited.
VisitedMisses visitedMisses(const caches::ResidueCounts &Counts,
                            unsigned Residues);

} // namespace memfacet::gauges

#endif

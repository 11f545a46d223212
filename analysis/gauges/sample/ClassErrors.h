//===- ClassErrors.h - the certainty of shares from some lines ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Misses of a class are a share p = X / S of those that were seen: X of a class
// and S in all, over the lines of n residues. A share of a sample of clusters
// has the error (W. G. Cochran, "Sampling Techniques", 1977, section 3.12)
//
//   t * sqrt((1 - f) * n / (n - 1) * sum of (x - p * s)^2) / S
//
// over the residues, with f = n / 64. Residues that were chosen for a short
// time only have few misses, so n is the effective number S^2 / sum of s^2. No
// error is less than that of S single misses, p * (1 - p) / S with one more
// miss of each kind.
//
// All are a tenth larger, as shares near 0 and 1 are skewed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_CLASSERRORS_H
#define MEMFACET_GAUGES_SAMPLE_CLASSERRORS_H

#include "analysis/caches/memory/ResidueClasses.h"

namespace memfacet::gauges {

/// Returns the largest 95 % error of the share of a class in the misses: the
/// share is off by at most this number, from 0 to 1. One line in 2^\p Bits was
/// looked up at the end.
double classError(const caches::ClassesByResidue &Counts, unsigned Bits);

} // namespace memfacet::gauges

#endif

//===- ClassErrors.h - the certainty of shares from some lines ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: one line in 64 is simulated, which are 16 of 1024 sets. Of 900
// misses in them, 300 are conflicts, some 20 in each set. So about a third of
// all misses are conflicts.
//
// Misses of a class are a share p = X / S of those that were seen: X of a class
// and S in all, in n clusters (sets, or windows). A share of a sample
// of clusters has the error (W. G. Cochran, "Sampling Techniques", 1977,
// section 3.12)
//
//   t * sqrt((1 - f) * n / (n - 1) * sum of (x - p * s)^2) / S
//
// over the clusters, where f is the part that was seen. Some clusters have few
// misses, so n is the effective number S^2 / sum of s^2. No error is less than
// that of S single misses, p * (1 - p) / S with one more miss of each kind.
//
// All are a tenth larger, as shares near 0 and 1 are skewed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_CLASSERRORS_H
#define MEMFACET_GAUGES_SAMPLE_CLASSERRORS_H

#include "analysis/caches/memory/ClassClusters.h"

namespace memfacet::gauges {

/// Returns the largest 95 % error of the share of a class in the misses: the
/// share is off by at most this number, from 0 to 1. \p Missing: the part of
/// the misses that was not seen, from 0 to 1.
double classError(const caches::MissClusters &Clusters, double Missing);

} // namespace memfacet::gauges

#endif

//===- Baselines.h - what labels and points must be better than -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These are controls: labels that know nothing, labels that know the answer,
// and samples of as many intervals as there are points, chosen without looking.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_POINTS_BASELINES_H
#define MEMFACET_STUDY_POINTS_BASELINES_H

#include "analysis/study/clustering/KMeans.h"
#include "analysis/study/points/PointEstimate.h"
#include <span>
#include <vector>

namespace memfacet::study {

/// The same labels, each as often, at random places: what they say about
/// intervals is chance. All orders are equally likely.
std::vector<uint32_t> shuffledLabels(std::span<const uint32_t> Labels,
                                     uint64_t Seed);

/// The soft bound: labels that are made from what is to be told apart. Of all
/// partitions into \p Clusters (not 0) groups, the one with the least sum of
/// weights times squared distances from the groups' means; it is found exactly
/// (groups of numbers are ranges; dynamic programming, H. Wang and M. Song,
/// "Ckmeans.1d.dp", The R Journal 3/2, 2011). Labels grow with the value; there
/// are fewer where there are fewer different values. O(k n log n).
///
/// It is least in squares, while SpreadScore::WithinSigma is a sum of
/// deviations: labels that beat it by a little are possible.
std::vector<uint32_t> labelsByValue(std::span<const double> Values,
                                    std::span<const double> Weights,
                                    uint32_t Clusters);

// Samples of \p Count intervals, all where there are not so many, sorted. Each
// weighs as much as its instructions do in the sample, so that an estimate is a
// ratio of the sample's sums.

/// Different ones; every set is equally likely.
std::vector<WeightedInterval> randomSample(const IntervalTable &Table,
                                           size_t Count, uint64_t Seed);
/// One from each of \p Count equal stretches of the table; \p Start, in
/// [0, 1), says where in the stretch.
std::vector<WeightedInterval>
systematicSample(const IntervalTable &Table, size_t Count, double Start = 0.5);
/// Blind: the first ones of each run to begin, of any thread, after as many as
/// \p Skip. With several runs, each gives about an equal part.
std::vector<WeightedInterval> firstIntervals(const IntervalTable &Table,
                                             size_t Count, size_t Skip = 0);
/// One point for everything: that nearest to the mean of all \p Points, which
/// must not be empty.
WeightedInterval singlePoint(const PointSet &Points);

} // namespace memfacet::study

#endif

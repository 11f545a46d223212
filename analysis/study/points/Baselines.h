//===- Baselines.h - controls for labels and points -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These are controls: random labels, labels that are made from the values to be
// estimated, and samples of as many intervals as there are points, chosen
// without signatures.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_POINTS_BASELINES_H
#define MEMFACET_STUDY_POINTS_BASELINES_H

#include "analysis/study/clustering/KMeans.h"
#include "analysis/study/points/PointEstimate.h"
#include <span>
#include <vector>

namespace memfacet::study {

/// Returns the same labels in random order, so what they say about intervals is
/// chance. All orders are equally likely.
std::vector<uint32_t> shuffledLabels(std::span<const uint32_t> Labels,
                                     uint64_t Seed);

/// Returns the labels of the soft bound, which are made from the values
/// themselves. Of all partitions into \p Clusters (not 0) groups, it is that
/// with the least sum of weights times squared distances from the groups'
/// means. It is found exactly, by dynamic programming, as groups of numbers are
/// ranges (H. Wang and M. Song, "Ckmeans.1d.dp", The R Journal 3/2, 2011).
/// Labels grow with the value; there are fewer groups where there are fewer
/// different values. Takes O(k n log n).
///
/// The sum of squares is least, while SpreadScore::WithinSigma is a sum of
/// deviations: other labels may have a slightly smaller WithinSigma.
std::vector<uint32_t> labelsByValue(std::span<const double> Values,
                                    std::span<const double> Weights,
                                    uint32_t Clusters);

// These functions return samples of \p Count intervals, sorted; all where there
// are fewer. The weight of an interval is its share of the sample's
// instructions, so that an estimate is a ratio of the sample's sums.

/// Chooses different intervals at random. Every set is equally likely.
std::vector<WeightedInterval> randomSample(const IntervalTable &Table,
                                           size_t Count, uint64_t Seed);
/// Chooses one from each of \p Count equal parts of the table. \p Start, in [0,
/// 1], says where in the part; 1 is the next one's begin, or the last interval.
std::vector<WeightedInterval>
systematicSample(const IntervalTable &Table, size_t Count, double Start = 0.5);
/// Chooses the intervals of each run that begin first, of any thread, after the
/// first \p Skip. With several runs, each gives about an equal part.
std::vector<WeightedInterval> firstIntervals(const IntervalTable &Table,
                                             size_t Count, size_t Skip = 0);
/// Returns one point for all intervals: that nearest to the mean of \p Points,
/// which must not be empty.
WeightedInterval singlePoint(const PointSet &Points);

} // namespace memfacet::study

#endif

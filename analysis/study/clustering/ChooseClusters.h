//===- ChooseClusters.h - chooses the number of clusters ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_CLUSTERING_CHOOSECLUSTERS_H
#define MEMFACET_STUDY_CLUSTERING_CHOOSECLUSTERS_H

#include "analysis/study/clustering/KMeans.h"
#include <atomic>
#include <optional>
#include <vector>

namespace memfacet::study {

/// Returns the Bayesian information criterion of \p C (D. Pelleg and A. Moore,
/// "X-means", ICML 2000), as SimPoint computes it, with weights: with N points
/// of d dimensions, weights w that add up to 1 and clusters' weights W,
///
///   variance   = N sum(w distance^2) / (d N), at least \p LeastVariance
///   likelihood = N (-d/2 (ln(2 pi variance) + 1) + sum(w ln W of its cluster))
///   BIC        = likelihood - ((k - 1) + k d + 1) / 2 ln N
///
/// A larger one is better.
double informationCriterion(const Clustering &C, double LeastVariance = 1e-20);

struct ChooseOptions {
  uint32_t MostClusters = 30; ///< not 0
  /// Tries all numbers of clusters up to MostClusters, in place of a search.
  bool Sweep = false;
  /// Tries only these numbers, which are sorted; empty: not used.
  std::vector<uint32_t> ClusterCounts = {};
  uint32_t Seeds = 5; ///< clusterings of each number; the best one counts
  uint64_t Seed = 1;
  FirstCenters First = FirstCenters::Spread;
  uint32_t MostIterations = 100;
  /// Takes the least number of clusters whose criterion reaches this share of
  /// the way from the worst to the best one.
  double Threshold = 0.9;
  /// Points that are nearer to each other than this share of their standard
  /// deviation are the same: the variance in BIC is at least the square of that
  /// distance. Without such a limit, a program without randomness gets as many
  /// clusters as allowed, each one narrower than the last. 0: no limit, as
  /// SimPoint.
  double Resolution = 0;
  /// The most points among which centers are searched; 0: all.
  size_t Sample = 0;
  unsigned Threads = 1; ///< the result is the same
  /// Counts the finished clusterings, to show progress; may be null.
  std::atomic<uint64_t> *Progress = nullptr;
};

/// The result for a number of clusters.
struct ClusterScore {
  uint32_t Clusters;
  double Criterion;
  double Distortion;
};

struct Choice {
  Clustering Best;
  std::vector<ClusterScore> Scores; ///< all that were tried, by Clusters
};

/// Chooses a clustering by SimPoint's binary search: tries 1, MostClusters and
/// the middle. While the criterion grows with the number and the middle does
/// not reach the Threshold, searches the upper half, else the lower one.
/// \p Points must not be empty.
Choice chooseClusters(const PointSet &Points, const ChooseOptions &Options);

} // namespace memfacet::study

#endif

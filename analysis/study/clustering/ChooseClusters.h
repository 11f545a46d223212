//===- ChooseClusters.h - how many clusters there are ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_CLUSTERING_CHOOSECLUSTERS_H
#define MEMFACET_STUDY_CLUSTERING_CHOOSECLUSTERS_H

#include "analysis/study/clustering/KMeans.h"
#include <atomic>
#include <optional>
#include <vector>

namespace memfacet::study {

/// The Bayesian information criterion of \p C (D. Pelleg and A. Moore,
/// "X-means", ICML 2000), as SimPoint computes it, with weights: with N points
/// of d dimensions, weights w that add up to 1 and clusters' weights W,
///
///   variance   = N sum(w distance^2) / (d N), at least \p LeastVariance
///   likelihood = N (-d/2 (ln(2 pi variance) + 1) + sum(w ln W of its cluster))
///   BIC        = likelihood - ((k - 1) + k d + 1) / 2 ln N
///
/// The larger the better.
double informationCriterion(const Clustering &C, double LeastVariance = 1e-20);

struct ChooseOptions {
  uint32_t MostClusters = 30; ///< not 0
  /// All numbers of clusters up to MostClusters, in place of a search.
  bool Sweep = false;
  /// These numbers alone, sorted, where there are any.
  std::vector<uint32_t> ClusterCounts = {};
  uint32_t Seeds = 5; ///< clusterings of each number; the best one counts
  uint64_t Seed = 1;
  FirstCenters First = FirstCenters::Spread;
  uint32_t MostIterations = 100;
  /// The least number of clusters is taken whose criterion reaches this share
  /// of the way from the worst to the best one.
  double Threshold = 0.9;
  /// Points that are nearer to each other than this share of their standard
  /// deviation are the same: what BIC takes for the variance is at least that
  /// much, squared. A program without any randomness else has as many clusters
  /// as it may, each one narrower than the last. 0: as SimPoint.
  double Resolution = 0;
  /// Look for centers among so many points at most; 0: all.
  size_t Sample = 0;
  unsigned Threads = 1; ///< the result is the same
  /// Counts the clusterings that are done, for who watches; null: nobody.
  std::atomic<uint64_t> *Progress = nullptr;
};

/// What a number of clusters gives.
struct ClusterScore {
  uint32_t Clusters;
  double Criterion;
  double Distortion;
};

struct Choice {
  Clustering Best;
  std::vector<ClusterScore> Scores; ///< all that were tried, by Clusters
};

/// SimPoint's binary search: 1, MostClusters and the middle are tried; as long
/// as the criterion grows with the number and the middle does not reach the
/// Threshold, the upper half is searched, else the lower one. \p Points must
/// not be empty.
Choice chooseClusters(const PointSet &Points, const ChooseOptions &Options);

} // namespace memfacet::study

#endif

//===- ChooseClustersTest.cpp - how many clusters -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/ChooseClusters.h"
#include "test/support/PlantedPoints.h"
#include "test/support/Test.h"
#include <numbers>

namespace {

/// Computes the criterion from the points, one term after the other.
double slowCriterion(const PointSet &P, const Clustering &C) {
  double W = 0, Errors = 0, N = double(P.size()), D = double(P.dimensions());
  for (size_t I = 0; I != P.size(); ++I)
    W += P.weight(I);
  std::vector<double> ByCluster(C.Clusters);
  for (size_t I = 0; I != P.size(); ++I) {
    ByCluster[C.Labels[I]] += P.weight(I) / W;
    for (size_t K = 0; K != P.dimensions(); ++K) {
      double Off = double(P.row(I)[K]) - double(C.center(C.Labels[I])[K]);
      Errors += P.weight(I) * Off * Off;
    }
  }
  double Variance = Errors / (W / N) / (D * N);
  double L = 0;
  for (size_t I = 0; I != P.size(); ++I)
    L += P.weight(I) / W * std::log(ByCluster[C.Labels[I]]);
  L -= D / 2 * (std::log(2 * std::numbers::pi * Variance) + 1);
  double Parameters = (C.Clusters - 1) + C.Clusters * D + 1;
  return N * L - Parameters / 2 * std::log(N);
}

TEST(InformationCriterion, AgreesWithTheSlowEvaluation) {
  for (unsigned Seed = 0; Seed != 30; ++Seed) {
    PlantedPoints Data(200, 5, 1 + Seed % 16, 0.2, Seed, Seed % 2);
    Clustering C = cluster(Data.Points, {.Clusters = 1 + Seed % 12});
    double Slow = slowCriterion(Data.Points, C);
    EXPECT_NEAR(informationCriterion(C), Slow, 1e-9 * std::abs(Slow));
  }
}

TEST(InformationCriterion, OfTwoPairsByHand) {
  PointSet P(1);
  for (float X : {0.f, 2.f, 10.f, 12.f})
    P.add({&X, 1}, 1);
  Clustering C = cluster(P, {.Clusters = 2});
  // All distances are 1: variance 1; half the points in each; four parameters.
  double Expected =
      4 * (-0.5 * (std::log(2 * std::numbers::pi) + 1) + std::log(0.5)) -
      4 / 2.0 * std::log(4);
  EXPECT_NEAR(informationCriterion(C), Expected, 1e-12);
}

TEST(InformationCriterion, IsFiniteForIdenticalPoints) {
  PointSet P(2);
  float Point[] = {1, 1};
  for (int I = 0; I != 9; ++I)
    P.add(Point, 1);
  EXPECT_TRUE(std::isfinite(informationCriterion(cluster(P, {}))));
}

TEST(ChooseClusters, FindsAboutAsManyAsWerePlanted) {
  for (unsigned Seed = 0; Seed != 10; ++Seed) {
    PlantedPoints Data(600, 7, 15, 0.01, Seed);
    Choice C = chooseClusters(Data.Points, {.MostClusters = 20, .Sweep = true});
    ASSERT_EQ(C.Scores.size(), 20u);
    EXPECT_EQ(C.Best.Clusters, 7u) << Seed;
    EXPECT_TRUE(samePartition(C.Best.Labels, Data.Truth)) << Seed;
  }
}

TEST(ChooseClusters, TheSearchTriesFewNumbers) {
  PlantedPoints Data(600, 7, 15, 0.01, 1);
  Choice C = chooseClusters(Data.Points, {.MostClusters = 20});
  std::vector<uint32_t> Tried = each(C.Scores, &ClusterScore::Clusters);
  // 1, 20 and 10 first; 10 is enough, 5 is not, 7 is, 6 is not.
  EXPECT_EQ(Tried, (std::vector<uint32_t>{1, 5, 6, 7, 10, 20}));
  EXPECT_EQ(C.Best.Clusters, 7u);
}

TEST(ChooseClusters, DoesNotDependOnThreads) {
  PlantedPoints Data(500, 9, 15, 0.2, 4, true);
  ChooseOptions Options{.MostClusters = 25};
  Choice Single = chooseClusters(Data.Points, Options);
  Options.Threads = 3;
  Choice Three = chooseClusters(Data.Points, Options);
  EXPECT_EQ(Single.Best.Labels, Three.Best.Labels);
  ASSERT_EQ(Single.Scores.size(), Three.Scores.size());
  for (size_t I = 0; I != Single.Scores.size(); ++I)
    EXPECT_EQ(Single.Scores[I].Criterion, Three.Scores[I].Criterion);
}

TEST(ChooseClusters, OnlyTheseNumbers) {
  PlantedPoints Data(100, 4, 5, 0.1, 4);
  Choice C = chooseClusters(Data.Points, {.ClusterCounts = {3}});
  EXPECT_EQ(C.Best.Clusters, 3u);
  EXPECT_EQ(C.Scores.size(), 1u);
}

TEST(ChooseClusters, ASampleGivesAllPointsLabels) {
  PlantedPoints Data(3000, 6, 15, 0.01, 2);
  Choice C = chooseClusters(Data.Points, {.MostClusters = 12, .Sample = 200});
  EXPECT_EQ(C.Best.Labels.size(), 3000u);
  EXPECT_TRUE(samePartition(C.Best.Labels, Data.Truth));
}

TEST(ChooseClusters, OnePointIsOneCluster) {
  PointSet P(2);
  float Point[] = {1, 1};
  P.add(Point, 5);
  EXPECT_EQ(chooseClusters(P, {}).Best.Clusters, 1u);
}

} // namespace

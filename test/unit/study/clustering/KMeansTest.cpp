//===- KMeansTest.cpp - k-means against a slow one ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/KMeans.h"
#include "test/support/PlantedPoints.h"
#include "test/support/Test.h"

namespace {

constexpr FirstCenters AllFirst[] = {FirstCenters::Spread, FirstCenters::Sample,
                                     FirstCenters::Furthest};

/// Returns the distance in the same precision as the fast one, so that ties are
/// ties.
float distance(const float *A, const float *B, size_t Count) {
  float Sum = 0;
  for (size_t I = 0; I != Count; ++I) {
    volatile float Square = (A[I] - B[I]) * (A[I] - B[I]); // never fused
    Sum += Square;
  }
  return Sum;
}

/// Lloyd's iteration as in a textbook, from the same first centers; empty where
/// a cluster has lost all its points.
std::vector<uint32_t> slowLabels(const PointSet &P, const KMeansOptions &O) {
  size_t D = P.dimensions();
  std::vector<std::vector<float>> Centers;
  for (uint32_t I : firstCenters(P, O))
    Centers.emplace_back(P.row(I), P.row(I) + D);
  std::vector<uint32_t> Labels(P.size(), ~uint32_t(0));
  for (uint32_t Round = 0; Round != O.MostIterations; ++Round) {
    bool Changed = false;
    for (size_t I = 0; I != P.size(); ++I) {
      uint32_t Best = 0;
      for (uint32_t C = 1; C != Centers.size(); ++C)
        if (distance(P.row(I), Centers[C].data(), D) <
            distance(P.row(I), Centers[Best].data(), D))
          Best = C;
      Changed |= Labels[I] != Best;
      Labels[I] = Best;
    }
    if (!Changed)
      break;
    for (uint32_t C = 0; C != Centers.size(); ++C) {
      std::vector<double> Sum(D);
      double Weight = 0;
      for (size_t I = 0; I != P.size(); ++I)
        if (Labels[I] == C) {
          Weight += P.weight(I);
          for (size_t K = 0; K != D; ++K)
            Sum[K] += P.weight(I) * double(P.row(I)[K]);
        }
      if (Weight == 0)
        return {};
      for (size_t K = 0; K != D; ++K)
        Centers[C][K] = float(Sum[K] / Weight);
    }
  }
  return Labels;
}

TEST(KMeans, AgreesWithTheSlowOne) {
  int Compared = 0;
  for (unsigned Seed = 0; Seed != 40; ++Seed) {
    // Overlapping clusters: many iterations, and many points between two.
    PlantedPoints Data(300 + Seed, 6, 1 + Seed % 17, 0.3, Seed, Seed % 2);
    for (auto First : AllFirst) {
      KMeansOptions Options{1 + Seed % 9, Seed, First, 200};
      Clustering Fast = cluster(Data.Points, Options);
      EXPECT_TRUE(Fast.Converged);
      std::vector<uint32_t> Slow = slowLabels(Data.Points, Options);
      if (Slow.empty())
        continue;
      EXPECT_EQ(Fast.Labels, Slow) << Seed;
      ++Compared;
    }
  }
  EXPECT_GE(Compared, 110);
}

TEST(KMeans, FindsWhatWasPlanted) {
  int Found = 0;
  for (unsigned Seed = 0; Seed != 40; ++Seed) {
    PlantedPoints Data(500, 8, 15, 0.01, Seed);
    Clustering C = cluster(Data.Points, {.Clusters = 8, .Seed = Seed});
    Found += samePartition(C.Labels, Data.Truth);
  }
  // Now and then, two first centers lie in one cluster.
  EXPECT_GE(Found, 36);
}

TEST(KMeans, CentersAreWeightedMeans) {
  PointSet P(1);
  float Places[] = {0, 1, 10, 12};
  double Weights[] = {1, 3, 5, 0};
  for (int I = 0; I != 4; ++I)
    P.add({Places + I, 1}, Weights[I]);
  Clustering C = cluster(P, {.Clusters = 2, .First = FirstCenters::Furthest});
  ASSERT_EQ(C.Clusters, 2u);
  uint32_t Low = C.Labels[0], High = C.Labels[2];
  EXPECT_NE(Low, High);
  EXPECT_EQ(C.Labels, (std::vector<uint32_t>{Low, Low, High, High}));
  EXPECT_FLOAT_EQ(C.center(Low)[0], 0.75);
  EXPECT_FLOAT_EQ(C.center(High)[0], 10);
  EXPECT_DOUBLE_EQ(C.Weights[Low], 4.0 / 9);
  EXPECT_DOUBLE_EQ(C.Distances[3], 4);
  EXPECT_DOUBLE_EQ(C.Distortion, (0.5625 + 3 * 0.0625) / 9);
}

TEST(KMeans, IdenticalPointsAreOneCluster) {
  PointSet P(3);
  float Point[] = {1, 2, 3};
  for (int I = 0; I != 50; ++I)
    P.add(Point, 1);
  for (auto First : AllFirst) {
    Clustering C = cluster(P, {.Clusters = 7, .First = First});
    EXPECT_EQ(C.Clusters, 1u);
    EXPECT_EQ(C.Distortion, 0);
    EXPECT_DOUBLE_EQ(C.Weights.at(0), 1);
  }
}

TEST(KMeans, NoClusterIsEmpty) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    PlantedPoints Data(30, 3, 2, 0.5, Seed);
    Clustering C =
        cluster(Data.Points,
                {.Clusters = 25, .Seed = Seed, .First = FirstCenters::Sample});
    std::vector<int> Members(C.Clusters);
    for (uint32_t L : C.Labels)
      ++Members.at(L);
    EXPECT_EQ(std::count(Members.begin(), Members.end(), 0), 0) << Seed;
  }
}

TEST(KMeans, WithoutWeightsAllWeighTheSame) {
  PointSet P(1);
  for (float X : {0.f, 1.f, 9.f})
    P.add({&X, 1}, 0);
  Clustering C = cluster(P, {.Clusters = 2, .First = FirstCenters::Furthest});
  EXPECT_DOUBLE_EQ(C.Weights[C.Labels[0]] + C.Weights[C.Labels[2]], 1);
}

TEST(KMeans, FirstCentersAreDifferent) {
  PlantedPoints Data(40, 5, 4, 0.2, 3);
  for (auto First : AllFirst) {
    std::vector<uint32_t> Numbers =
        firstCenters(Data.Points, {40, 1, First, 1});
    std::ranges::sort(Numbers);
    EXPECT_EQ(std::ranges::unique(Numbers).size(), 0u);
    EXPECT_EQ(Numbers.size(), 40u);
  }
}

/// A point becomes a center as likely as its weight times the squared distance.
TEST(KMeans, SpreadCentersAreDrawnByDistance) {
  PointSet P(1);
  float Places[] = {0, 1, 2};
  double Weights[] = {1, 4, 2};
  for (int I = 0; I != 3; ++I)
    P.add({Places + I, 1}, Weights[I]);
  // The second center, where the first one is 0: 4 * 1 to 2 * 4.
  int Close = 0, Far = 0;
  for (uint64_t Seed = 0; Seed != 6000; ++Seed) {
    std::vector<uint32_t> C = firstCenters(P, {2, Seed, FirstCenters::Spread});
    if (C[0] != 0)
      continue;
    Close += C[1] == 1;
    Far += C[1] == 2;
  }
  EXPECT_NEAR(double(Close) / (Close + Far), 1.0 / 3, 0.05);
  EXPECT_GT(Close + Far, 1500);
}

/// Near ones and a far one: who takes the furthest never has both near ones.
TEST(KMeans, SampledCentersAreAnyAndTheFurthestIsTaken) {
  PointSet P(1);
  float Places[] = {0, 1, 100};
  for (float &X : Places)
    P.add({&X, 1}, 1);
  int BothNear[2] = {0, 0};
  for (uint64_t Seed = 0; Seed != 600; ++Seed)
    for (auto First : {FirstCenters::Sample, FirstCenters::Furthest}) {
      std::vector<uint32_t> C = firstCenters(P, {2, Seed, First});
      ASSERT_EQ(C.size(), 2u);
      BothNear[First == FirstCenters::Furthest] += C[0] + C[1] == 1;
    }
  EXPECT_NEAR(BothNear[0], 200, 60); // a third of all pairs
  EXPECT_EQ(BothNear[1], 0);
}

TEST(Clustering, AllPointsGoToTheNearestCenter) {
  PlantedPoints Data(400, 5, 6, 0.02, 1);
  PointSet Sample(6);
  for (size_t I = 0; I != 60; ++I)
    Sample.add(Data.Points.point(I), 1);
  Clustering All =
      assignAll(Data.Points, cluster(Sample, {.Clusters = 5, .Seed = 2}));
  EXPECT_TRUE(samePartition(All.Labels, Data.Truth));
  ASSERT_EQ(All.Labels.size(), 400u);
}

TEST(Clustering, ClustersWithoutPointsAreLeftOut) {
  PointSet P(1), Few(1);
  for (float X : {0.f, 5.f, 10.f})
    P.add({&X, 1}, 1);
  for (float X : {1.f, 9.f})
    Few.add({&X, 1}, 1);
  Clustering Three = cluster(P, {.Clusters = 3});
  Clustering Two = assignAll(Few, Three);
  EXPECT_EQ(Two.Clusters, 2u);
  EXPECT_NE(Two.Labels[0], Two.Labels[1]);
  EXPECT_FLOAT_EQ(Two.center(Two.Labels[0])[0], 0);
  EXPECT_FLOAT_EQ(Two.center(Two.Labels[1])[0], 10);
}

} // namespace

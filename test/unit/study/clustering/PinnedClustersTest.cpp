//===- PinnedClustersTest.cpp - clusterings of many sets of points --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over many random cases; equal points, points without a weight, and more
// clusters than points included. See PinnedNumbers.h for how to take a change
// over.
//
//===----------------------------------------------------------------------===//

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/study/clustering/PrincipalAxes.h"
#include "analysis/support/Hash.h"
#include "test/unit/PinnedNumbers.h"

namespace {

PointSet randomPoints(SeededRandom &Random, size_t Count) {
  size_t Dimensions = 1 + Random.below(3);
  PointSet P(Dimensions);
  uint64_t Weights = Random.below(5), Grid = 2 + Random.below(40);
  std::vector<float> Point(Dimensions);
  for (size_t I = 0; I != Count; ++I) {
    for (float &X : Point)
      X = float(Random.below(Grid) + 50 * Random.below(3));
    P.add(Point, double(Weights < 2 ? Weights : Random.below(Weights)));
  }
  return P;
}

struct Sums {
  NumberSum Labels, Centers, Distances, Weights, Rounds;

  void add(const Clustering &C) {
    for (uint32_t L : C.Labels)
      Labels.add(L);
    for (float X : C.Centers)
      Centers.add(double(X));
    for (double D : C.Distances)
      Distances.add(std::sqrt(D));
    for (double W : C.Weights)
      Weights.add(W);
    Distances.add(std::sqrt(C.Distortion));
    Rounds.add(C.Iterations + 1000 * C.Converged + 10000 * C.Clusters);
  }
  PinnedNumbers numbers() const {
    PinnedNumbers Numbers;
    Numbers.row("labels", Labels.sum()).row("centers", Centers.sum());
    Numbers.row("distances", Distances.sum()).row("weights", Weights.sum());
    Numbers.row("rounds", Rounds.sum());
    return Numbers;
  }
};

TEST(PinnedKMeans, OfRandomPoints) {
  SeededRandom Random(1);
  Sums S;
  for (int Round = 0; Round != 500; ++Round) {
    PointSet P = randomPoints(Random, 1 + Random.below(60));
    KMeansOptions Options;
    Options.Clusters = uint32_t(1 + Random.below(9));
    Options.Seed = Random.next();
    Options.First = FirstCenters(Random.below(3));
    Options.MostIterations = Random.below(3) ? 50 : uint32_t(Random.below(4));
    S.add(cluster(P, Options));
  }
  expectPinned(S.numbers(), R"(
labels: 12422212
centers: 399702.425
distances: 637712.883
weights: 726.709286
rounds: 5764345199
)");
}

TEST(PinnedKMeans, FirstCenters) {
  SeededRandom Random(2);
  PinnedNumbers Numbers;
  for (auto First :
       {FirstCenters::Spread, FirstCenters::Sample, FirstCenters::Furthest}) {
    NumberSum Sum;
    for (int Round = 0; Round != 300; ++Round) {
      PointSet P = randomPoints(Random, 1 + Random.below(50));
      auto Chosen = firstCenters(
          P, {uint32_t(1 + Random.below(8)), Random.next(), First, 1});
      Sum.add(double(Chosen.size()));
      for (uint32_t I : Chosen)
        Sum.add(I);
    }
    Numbers.row("chosen", First, Sum.sum());
  }
  expectPinned(Numbers, R"(
chosen: 0 6229094
chosen: 1 7507452
chosen: 2 6904338
)");
}

TEST(PinnedKMeans, OthersPointsGoToTheNearest) {
  SeededRandom Random(3);
  Sums S;
  for (int Round = 0; Round != 200; ++Round) {
    PointSet Sample(2), All(2);
    for (int I = 0; I != 40; ++I) {
      float Point[] = {float(Random.below(60)), float(Random.below(60))};
      (I < 10 ? Sample : All).add(Point, double(Random.below(3)));
    }
    Clustering C = cluster(Sample, {.Clusters = 6, .Seed = Random.next()});
    S.add(assignAll(All, C));
  }
  expectPinned(S.numbers(), R"(
labels: 6528967
centers: 96118.4996
distances: 123214.996
weights: 291.156255
rounds: 1118390000
)");
}

TEST(PinnedChoices, OfNumbersOfClusters) {
  SeededRandom Random(4);
  Sums Totals;
  NumberSum Tried, Criteria, Distortions;
  for (int Round = 0; Round != 60; ++Round) {
    PointSet P = randomPoints(Random, 20 + Random.below(60));
    ChooseOptions Options;
    Options.MostClusters = uint32_t(1 + Random.below(9));
    Options.Sweep = Random.below(2);
    if (Random.below(4) == 0)
      Options.ClusterCounts = {1, uint32_t(2 + Random.below(3)), 5};
    Options.Seeds = uint32_t(Random.below(4));
    Options.Seed = Random.next();
    Options.First = FirstCenters(Random.below(3));
    Options.Threshold = Random.below(3) ? 0.9 : Random.uniform();
    Options.Resolution = Random.below(2) ? 0 : 0.3 * Random.uniform();
    Options.Sample = Random.below(2) ? 0 : 15 + Random.below(80);
    Choice C = chooseClusters(P, Options);
    Totals.add(C.Best);
    for (const ClusterScore &S : C.Scores) {
      Tried.add(S.Clusters);
      Criteria.add(
          std::copysign(std::log1p(std::abs(S.Criterion)), S.Criterion));
      Distortions.add(std::sqrt(S.Distortion));
    }
  }
  PinnedNumbers Numbers = Totals.numbers();
  Numbers.row("tried", Tried.sum()).row("criteria", Criteria.sum());
  Numbers.row("distortions", Distortions.sum());
  expectPinned(Numbers, R"(
labels: 1106881
centers: 16391.3824
distances: 182461.475
weights: 64.192935
rounds: 40857138
tried: 110367
criteria: -1654.5333
distortions: 9846.71978
)");
}

/// That a sample is asked for which is as large as all is no sample.
TEST(ChooseClusters, ASampleOfAllIsAll) {
  SeededRandom Random(5);
  PointSet P = randomPoints(Random, 50);
  Choice All = chooseClusters(P, {.MostClusters = 6});
  for (size_t Sample : {50, 51, 1000}) {
    Choice C = chooseClusters(P, {.MostClusters = 6, .Sample = Sample});
    EXPECT_EQ(C.Best.Labels, All.Best.Labels) << Sample;
  }
  EXPECT_NE(
      chooseClusters(P, {.MostClusters = 6, .Sample = 20}).Scores[0].Distortion,
      All.Scores[0].Distortion);
}

/// Places are those of the generator of Hash.h, an axis at a time.
TEST(PlaneProjection, RandomAxesLieBetweenMinusOneAndOne) {
  PointSet P(3);
  for (size_t I = 0; I != 3; ++I) {
    float Point[3] = {};
    Point[I] = 1;
    P.add(Point, 1);
  }
  SeededRandom Random(mixBits(9));
  PlaneProjection Plane = planeProjection(P, PlaneAxes::Random, 9);
  for (size_t I = 0; I != 3; ++I)
    for (size_t A = 0; A != 2; ++A)
      EXPECT_DOUBLE_EQ(Plane.Places[I][A], 2 * Random.uniform() - 1) << I;
}

TEST(PinnedPlanes, OfRandomPoints) {
  SeededRandom Random(6);
  NumberSum Places, Shares;
  for (int Round = 0; Round != 60; ++Round) {
    PointSet P = randomPoints(Random, 4 + Random.below(20));
    auto Plane = planeProjection(P, PlaneAxes::Principal, 1);
    for (auto [X, Y] : Plane.Places)
      Places.add(200 + X), Places.add(300 + Y);
    for (double Share : Plane.Shares)
      Shares.add(Share);
  }
  PinnedNumbers Numbers;
  Numbers.row("places", Places.sum()).row("shares", Shares.sum());
  expectPinned(Numbers, R"(
places: 536304.266
shares: 59.9862739
)");
}

} // namespace

//===- SimulationPointsTest.cpp - representatives, one or several ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/SimulationPoints.h"
#include "analysis/study/points/PointEstimate.h"
#include "test/support/PlantedIntervals.h"
#include "test/support/PlantedPoints.h"
#include "test/support/Test.h"

namespace {

/// Returns clusters of points on a line, with the given centers.
Clustering onALine(const std::vector<float> &Places, std::vector<float> Centers,
                   std::vector<uint32_t> Labels) {
  PointSet P(1);
  for (float X : Places)
    P.add({&X, 1}, 1);
  return measured(P, std::move(Centers), std::move(Labels));
}

TEST(SimulationPoints, TheFirstOfTheNearest) {
  Clustering C = onALine({4, 1, 11, 9, -1, 10.5}, {0, 10}, {0, 0, 1, 1, 0, 1});
  std::vector<SimulationPoint> P = simulationPoints(C, {});
  ASSERT_EQ(P.size(), 2u);
  EXPECT_EQ(P[0].Interval, 1u); // -1 is as near, but later
  EXPECT_EQ(P[0].Alternate, 4u);
  EXPECT_EQ(P[0].Cluster, 0u);
  EXPECT_DOUBLE_EQ(P[0].Weight, 0.5);
  EXPECT_DOUBLE_EQ(P[0].Distance, 1);
  EXPECT_EQ(P[1].Interval, 5u);
  EXPECT_EQ(P[1].Alternate, 2u);
}

// A run that does the same all the time, but for its cold start, which the code
// does not show.
TEST(SimulationPoints, OfEqualOnesTheOneInTheMiddleOfTheRun) {
  std::vector<float> Places(101, 3);
  Clustering C = onALine(Places, {3}, std::vector<uint32_t>(101));
  std::vector<SimulationPoint> P = simulationPoints(C, {});
  EXPECT_EQ(P[0].Interval, 50u);
  EXPECT_EQ(P[0].Alternate, 49u);
  EXPECT_FALSE(P[0].BeginsCold);
  // Rounded: as a sum of many may be.
  for (size_t I = 0; I != Places.size(); ++I)
    Places[I] = 3 + 2e-7f * float(I % 3);
  P = simulationPoints(onALine(Places, {3}, std::vector<uint32_t>(101)), {});
  EXPECT_EQ(P[0].Interval, 50u);
}

TEST(SimulationPoints, ThreadsThatRunAtOnceHaveOneMiddle) {
  std::vector<float> Places(40, 3);
  Clustering C = onALine(Places, {3}, std::vector<uint32_t>(40));
  PointOptions Options;
  for (size_t I = 0; I != Places.size(); ++I)
    Options.Moments.push_back({double(I % 20), I % 20 == 0});
  // The middle of the numbers is the beginning of the second thread.
  EXPECT_EQ(simulationPoints(C, Options)[0].Interval, 9u);
}

TEST(SimulationPoints, AFirstIntervalThatStandsForOthersBeginsCold) {
  Clustering C = onALine({1, 3, 3, 9}, {0, 9}, {0, 0, 0, 1});
  std::vector<SimulationPoint> P = simulationPoints(C, {});
  EXPECT_EQ(P[0].Interval, 0u);
  EXPECT_TRUE(P[0].BeginsCold);
  EXPECT_FALSE(P[1].BeginsCold);
  // Alone, it stands for itself.
  C = onALine({1, 3, 3, 9}, {1, 3, 9}, {0, 1, 1, 2});
  EXPECT_FALSE(simulationPoints(C, {})[0].BeginsCold);
}

TEST(SimulationPoints, EarlyOnes) {
  // Distances 3, 2.05, 2.1, 2, 20.
  Clustering C = onALine({3, 2.05f, 2.1f, 2, 20}, {0}, {0, 0, 0, 0, 0});
  EXPECT_EQ(simulationPoints(C, {})[0].Interval, 3u);
  // Up to 2 + 5 % of 20.
  EXPECT_EQ(simulationPoints(C, {.Early = EarlyPoints::Closest})[0].Interval,
            1u);
  EXPECT_EQ(simulationPoints(C, {.Early = EarlyPoints::Earliest})[0].Interval,
            0u);
  EXPECT_EQ(simulationPoints(
                C, {.Early = EarlyPoints::Earliest, .EarlyShare = 0.01})[0]
                .Interval,
            1u);
  EXPECT_EQ(simulationPoints(C, {.Early = EarlyPoints::Closest})[0].Alternate,
            3u);
}

TEST(SimulationPoints, CoverageLeavesSmallClustersOut) {
  Clustering C = onALine({0, 0, 0, 0, 0, 5, 5, 5, 9, 9}, {0, 5, 9},
                         {0, 0, 0, 0, 0, 1, 1, 1, 2, 2});
  std::vector<SimulationPoint> P = simulationPoints(C, {.Coverage = 0.8});
  ASSERT_EQ(P.size(), 2u);
  EXPECT_DOUBLE_EQ(P[0].Weight, 0.625);
  EXPECT_DOUBLE_EQ(P[1].Weight, 0.375);
  EXPECT_EQ(simulationPoints(C, {.Coverage = 0.81}).size(), 3u);
  EXPECT_EQ(simulationPoints(C, {.Coverage = 0}).size(), 1u);
}

TEST(SimulationPoints, ASinglePointHasNoAlternate) {
  Clustering C = onALine({1}, {1}, {0});
  EXPECT_EQ(simulationPoints(C, {})[0].Alternate, std::nullopt);
}

/// What is to be small.
double loss(const std::vector<double> &Spreads,
            const std::vector<size_t> &Counts) {
  double Sum = 0;
  for (size_t I = 0; I != Counts.size(); ++I)
    Sum += Spreads[I] * Spreads[I] / double(Counts[I]);
  return Sum;
}

/// The least loss of all ways to share \p Budget.
double leastLoss(const std::vector<double> &Spreads,
                 const std::vector<size_t> &Members, size_t Budget) {
  double Least = std::numeric_limits<double>::infinity();
  std::vector<size_t> Counts(Spreads.size());
  std::function<void(size_t, size_t)> Try = [&](size_t I, size_t Left) {
    if (I == Counts.size()) {
      Least = std::min(Least, loss(Spreads, Counts));
      return;
    }
    for (Counts[I] = 1; Counts[I] <= std::min(Members[I], Left); ++Counts[I])
      Try(I + 1, Left - Counts[I]);
  };
  Try(0, Budget);
  return Least;
}

TEST(AllocatePoints, NoOtherWayLosesLess) {
  std::mt19937 Random(5);
  for (int Trial = 0; Trial != 200; ++Trial) {
    std::vector<double> Spreads;
    std::vector<size_t> Members;
    for (size_t I = 0; I != 4; ++I) {
      Spreads.push_back(double(Random() % 100) / 10);
      Members.push_back(1 + Random() % 8);
    }
    size_t All = std::accumulate(Members.begin(), Members.end(), size_t(0));
    size_t Budget = 4 + Random() % 12;
    std::vector<size_t> Counts = allocatePoints(Spreads, Members, Budget);
    EXPECT_EQ(std::accumulate(Counts.begin(), Counts.end(), size_t(0)),
              std::min(All, Budget));
    for (size_t I = 0; I != 4; ++I)
      EXPECT_LE(Counts[I], Members[I]);
    double Least = leastLoss(Spreads, Members, Budget);
    EXPECT_NEAR(loss(Spreads, Counts), Least, 1e-9 * (1 + Least));
  }
}

TEST(AllocatePoints, EachHasOneWhateverTheBudget) {
  std::vector<double> Spreads = {3, 0, 1};
  std::vector<size_t> Members = {9, 9, 9};
  EXPECT_EQ(allocatePoints(Spreads, Members, 0),
            (std::vector<size_t>{1, 1, 1}));
  EXPECT_EQ(allocatePoints(Spreads, Members, 4),
            (std::vector<size_t>{2, 1, 1}));
  EXPECT_EQ(allocatePoints(Spreads, Members, 100), Members);
}

TEST(PointBudget, IsANumberOrAShare) {
  EXPECT_EQ(good(parseBudget("100%")).Share, 1);
  EXPECT_FALSE(parseBudget("100.5%"));
  EXPECT_EQ(parseBudget("40")->Points, 40u);
  EXPECT_EQ(parseBudget("40")->Share, 0);
  EXPECT_DOUBLE_EQ(parseBudget("12.5%")->Share, 0.125);
  EXPECT_EQ(parseBudget("12.5%")->Points, 0u);
  for (const char *Wrong : {"", "0", "-1", "4x", "%", "0%", "101%", "1.5"})
    EXPECT_EQ(parseBudget(Wrong).error().Message,
              std::string("'") + Wrong +
                  "' is no number of intervals and no share of the run; write "
                  "for instance 40 or 10%");
}

/// Intervals on a line in one cluster, all weighing the same.
SpreadPoints ofOneCluster(const std::vector<float> &Places, size_t Count) {
  PointSet P(1);
  float Mean = 0;
  for (float X : Places)
    P.add({&X, 1}, 1), Mean += X / float(Places.size());
  Clustering C = measured(P, {Mean}, std::vector<uint32_t>(Places.size()));
  return spreadPoints(P, C, {Count, 0}, {}, {});
}

std::vector<size_t> intervalsOf(const SpreadPoints &S) {
  return each(S.Points, &SimulationPoint::Interval);
}

TEST(SpreadPoints, EqualVectorsAreToldApartByWhenTheyAre) {
  SpreadPoints S = ofOneCluster({7, 7, 7, 7, 7, 7, 7, 7, 7}, 3);
  EXPECT_EQ(intervalsOf(S), (std::vector<size_t>{1, 4, 7}));
  EXPECT_EQ(S.StandIn, (std::vector<uint32_t>{0, 0, 0, 1, 1, 1, 2, 2, 2}));
  for (const SimulationPoint &P : S.Points)
    EXPECT_DOUBLE_EQ(P.Weight, 1.0 / 3);
}

/// However little they differ: the order has the same variance as they.
TEST(SpreadPoints, TwoKindsThatTakeTurnsAreToldApartByTheirKind) {
  std::vector<float> Places;
  for (int I = 0; I != 40; ++I)
    Places.push_back(I % 2 ? 1.001F : 1);
  SpreadPoints S = ofOneCluster(Places, 2);
  ASSERT_EQ(S.Points.size(), 2u);
  for (size_t I = 0; I != Places.size(); ++I)
    EXPECT_EQ(S.StandIn[I] == S.StandIn[0], I % 2 == 0) << I;
}

TEST(SpreadPoints, WhatIsUnlikeTheRestStandsForItselfAlone) {
  SpreadPoints S = ofOneCluster({0, 0, 0, 100, 0, 0, 0, 0}, 2);
  ASSERT_EQ(S.Points.size(), 2u);
  EXPECT_EQ(S.Points[S.StandIn[3]].Interval, 3u);
  EXPECT_DOUBLE_EQ(S.Points[S.StandIn[3]].Weight, 1.0 / 8);
  EXPECT_EQ(S.Points[S.StandIn[3]].Alternate, std::nullopt);
  EXPECT_DOUBLE_EQ(S.Points[S.StandIn[0]].Weight, 7.0 / 8);
}

TEST(SpreadPoints, OneOfEachIsAsWithoutABudget) {
  PlantedPoints Data(90, 5, 3, 0.1, 2, true);
  Clustering C = chooseClusters(Data.Points, {.ClusterCounts = {5}}).Best;
  SpreadPoints S = spreadPoints(Data.Points, C, {1, 0}, {}, {});
  std::vector<SimulationPoint> Single = simulationPoints(C, {});
  expectSameRows(S.Points, Single, &SimulationPoint::Interval,
                 &SimulationPoint::Cluster, &SimulationPoint::Weight);
}

TEST(SpreadPoints, StandForTheirOwnPhaseAndWeighWhatTheyStandFor) {
  PlantedPoints Data(200, 6, 4, 0.2, 3, true);
  Clustering C = chooseClusters(Data.Points, {.ClusterCounts = {6}}).Best;
  double All = std::accumulate(Data.Points.weights().begin(),
                               Data.Points.weights().end(), 0.0);
  for (size_t Count : {6u, 13u, 40u, 200u}) {
    SpreadPoints S = spreadPoints(Data.Points, C, {Count, 0}, {}, {});
    ASSERT_EQ(S.Points.size(), Count);
    std::vector<double> Weights(Count);
    for (size_t I = 0; I != 200; ++I) {
      ASSERT_LT(S.StandIn[I], Count);
      EXPECT_EQ(S.Points[S.StandIn[I]].Cluster, C.Labels[I]);
      Weights[S.StandIn[I]] += Data.Points.weight(I) / All;
    }
    for (size_t P = 0; P != Count; ++P) {
      EXPECT_EQ(S.StandIn[S.Points[P].Interval], P);
      EXPECT_NEAR(S.Points[P].Weight, Weights[P], 1e-12);
      EXPECT_TRUE(P == 0 || S.Points[P - 1].Interval < S.Points[P].Interval);
    }
  }
}

TEST(SpreadPoints, AShareIsOfTheWeights) {
  // A few intervals have half of all.
  PointSet P(1);
  for (size_t I = 0; I != 100; ++I) {
    float X = float(I % 7);
    P.add({&X, 1}, I % 10 == 0 ? 9 : 1);
  }
  Clustering C = chooseClusters(P, {.ClusterCounts = {2}}).Best;
  double All = std::accumulate(P.weights().begin(), P.weights().end(), 0.0);
  for (double Share : {0.05, 0.1, 0.2, 0.5}) {
    SpreadPoints S = spreadPoints(P, C, {0, Share}, {}, {});
    double Chosen = 0;
    for (const SimulationPoint &Point : S.Points)
      Chosen += P.weight(Point.Interval);
    EXPECT_LE(Chosen / All, Share + 1e-9);
    EXPECT_GE(S.Points.size(), 2u);
  }
  EXPECT_EQ(spreadPoints(P, C, {0, 1}, {}, {}).Points.size(), 100u);
}

TEST(SpreadPoints, CoverageLeavesPhasesOut) {
  PointSet P(1);
  for (float X : {0.f, 0.f, 0.f, 0.f, 1.f, 1.f, 1.f, 9.f})
    P.add({&X, 1}, 1);
  Clustering C = measured(P, {0.4f, 9}, {0, 0, 0, 0, 0, 0, 0, 1});
  SpreadPoints S = spreadPoints(P, C, {2, 0}, {.Coverage = 0.8}, {});
  ASSERT_EQ(S.Points.size(), 2u);
  EXPECT_EQ(S.StandIn[7], NoPoint);
  EXPECT_DOUBLE_EQ(S.Points[0].Weight, 4.0 / 7);
  EXPECT_DOUBLE_EQ(S.Points[1].Weight, 3.0 / 7);
}

TEST(SpreadPoints, WeighInstructionsInEstimates) {
  PlantedIntervals Data(120, 4, 0.1, 9, true);
  Clustering C = chooseClusters(Data.Points, {.ClusterCounts = {4}}).Best;
  SpreadPoints S = spreadPoints(Data.Points, C, {30, 0}, {}, {});
  std::vector<WeightedInterval> W = weightedIntervals(Data.Table, S);
  ASSERT_EQ(W.size(), 30u);
  for (size_t I = 0; I != 30; ++I) {
    EXPECT_EQ(W[I].Interval, S.Points[I].Interval);
    EXPECT_NEAR(W[I].Weight, S.Points[I].Weight, 1e-12);
  }
}

/// Three phases; the first one weighs nothing, then none does.
TEST(SpreadPoints, WhatWeighsNothingIsLeftOutButWhereAllDo) {
  for (double Weight : {1.0, 0.0}) {
    PointSet P(1);
    std::vector<uint32_t> Labels;
    for (uint32_t I = 0; I != 18; ++I) {
      Labels.push_back(I / 6);
      float X = 100 * float(Labels.back()) + float(I % 6);
      P.add({&X, 1}, I < 6 ? 0 : Weight);
    }
    Clustering C = measured(P, {2.5, 102.5, 202.5}, Labels);
    ChooseOptions Options;
    Options.First = FirstCenters::Furthest;
    std::array<size_t, 3> Points = {};
    for (const SimulationPoint &Point :
         spreadPoints(P, C, {7, 0}, {}, Options).Points)
      ++Points[Point.Cluster];
    EXPECT_EQ(Points, Weight > 0 ? (std::array<size_t, 3>{0, 4, 3})
                                 : (std::array<size_t, 3>{5, 1, 1}));
  }
}

/// Early points may be just as far as the share says, and not further.
TEST(SimulationPoints, EarlyOnesMayBeAtTheLimit) {
  // Distances 2, 1, 0, 4.
  Clustering C = onALine({2, 1, 0, 4}, {0}, {0, 0, 0, 0});
  auto First = [&](EarlyPoints Early, double Share) {
    return simulationPoints(C, {.Early = Early, .EarlyShare = Share})[0]
        .Interval;
  };
  EXPECT_EQ(First(EarlyPoints::Earliest, 0.5), 0u);
  EXPECT_EQ(First(EarlyPoints::Closest, 0.5), 1u);
  EXPECT_EQ(First(EarlyPoints::Earliest, 0.25), 1u);
  EXPECT_EQ(First(EarlyPoints::Earliest, 0.24), 2u);
}

/// Weights of all points, and how many intervals they stand for.
void expectWhole(const SpreadPoints &S, size_t Intervals) {
  double Sum = 0;
  for (const SimulationPoint &P : S.Points)
    Sum += P.Weight;
  EXPECT_NEAR(Sum, 1, 1e-9);
  ASSERT_EQ(S.StandIn.size(), Intervals);
  std::vector<size_t> Stands(S.Points.size());
  for (uint32_t I : S.StandIn)
    ++Stands.at(I);
  for (size_t I = 0; I != Stands.size(); ++I) {
    EXPECT_GT(Stands[I], 0u);
    // The point is one of those that it stands for.
    EXPECT_EQ(S.StandIn[S.Points[I].Interval], I);
    EXPECT_NEAR(S.Points[I].Weight, double(Stands[I]) / double(Intervals),
                1e-9);
  }
}

// More than are clustered at once; the work does not grow with their square.
TEST(SpreadPoints, ManyOfAPhaseArePickedPartByPart) {
  std::mt19937_64 Random(4);
  PointSet P(2);
  std::vector<uint32_t> Labels;
  for (size_t I = 0; I != 6000; ++I) {
    float Point[] = {float(Random() % 1000), float(Random() % 1000)};
    P.add(Point, 1);
    Labels.push_back(0);
  }
  Clustering C = measured(P, {500, 500}, Labels);
  std::atomic<uint64_t> Clusterings = 0;
  ChooseOptions Options = {.Seeds = 1};
  Options.Progress = &Clusterings;
  SpreadPoints S = spreadPoints(P, C, {600, 0}, {}, Options);
  EXPECT_EQ(S.Points.size(), 600u);
  expectWhole(S, P.size());
  // The root of 600 parts, and each of these.
  EXPECT_GE(Clusterings, 20u);
  EXPECT_LE(Clusterings, 1u + 25);
}

TEST(SpreadPoints, ManyEqualIntervalsAreToldApartByTime) {
  PointSet P(1);
  float X = 1;
  for (size_t I = 0; I != 1000; ++I)
    P.add({&X, 1}, 1);
  Clustering C = measured(P, {1}, std::vector<uint32_t>(1000));
  SpreadPoints S = spreadPoints(P, C, {100, 0}, {}, {.Seeds = 1});
  EXPECT_EQ(S.Points.size(), 100u);
  expectWhole(S, P.size());
}

} // namespace

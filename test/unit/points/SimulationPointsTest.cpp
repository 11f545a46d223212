//===- SimulationPointsTest.cpp - representatives -------------------------===//

#include "analysis/points/SimulationPoints.h"
#include "test/support/Test.h"

namespace {

/// On a line; the clusters' centers are given.
Clustering onALine(const std::vector<float> &At, std::vector<float> Centers,
                   std::vector<uint32_t> Labels) {
  PointSet P(1);
  for (float X : At)
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

} // namespace

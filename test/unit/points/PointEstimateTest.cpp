//===- PointEstimateTest.cpp - the run, from points -----------------------===//

#include "analysis/points/PointEstimate.h"
#include "analysis/clustering/KMeans.h"
#include "analysis/points/Scores.h"
#include "test/support/PlantedIntervals.h"
#include "test/support/Test.h"

namespace {

IntervalFacts interval(uint64_t Instructions, uint64_t Cycles,
                       uint64_t Accesses, uint64_t Misses) {
  IntervalFacts I;
  I.Instructions = Instructions;
  I.Cycles = Cycles;
  I.Levels[0] = {Accesses, Misses};
  return I;
}

/// Two phases of 300 and 100 instructions.
IntervalTable smallTable() {
  IntervalTable Table;
  Table.Runs = 1;
  Table.Levels = 1;
  Table.HasCycles = true;
  Table.Intervals = {interval(100, 100, 10, 1), interval(200, 300, 30, 6),
                     interval(100, 500, 80, 60)};
  return Table;
}

const std::vector<uint32_t> SmallLabels = {0, 0, 1};

TEST(PointEstimate, RatiosOfWeightedSumsByHand) {
  IntervalTable Table = smallTable();
  std::vector<WeightedInterval> Sample = {{0, 0.75}, {2, 0.25}};
  EXPECT_DOUBLE_EQ(estimateOf({}, Table, Sample), 0.75 * 1 + 0.25 * 5);
  // Per instruction: accesses .75 * .1 + .25 * .8, misses .75 * .01 + .25 * .6.
  EXPECT_DOUBLE_EQ(estimateOf({MetricKind::HitRate, 0}, Table, Sample),
                   1 - 0.1575 / 0.275);
  EXPECT_DOUBLE_EQ(
      estimateOf({MetricKind::MissesPerInstruction, 0}, Table, Sample), 0.1575);
  EXPECT_DOUBLE_EQ(truthOf({}, Table), 900.0 / 400);
  EXPECT_DOUBLE_EQ(truthOf({MetricKind::HitRate, 0}, Table), 53.0 / 120);
}

TEST(PointEstimate, PointsStandForTheInstructionsOfTheirClusters) {
  IntervalTable Table = smallTable();
  std::vector<SimulationPoint> Points = {{0, 0, 2.0 / 3, 0, {}},
                                         {1, 2, 1.0 / 3, 0, {}}};
  EXPECT_EQ(weightedIntervals(Table, SmallLabels, Points),
            (std::vector<WeightedInterval>{{0, 0.75}, {2, 0.25}}));
  // What is left when a cluster was left out.
  Points.pop_back();
  EXPECT_EQ(weightedIntervals(Table, SmallLabels, Points),
            (std::vector<WeightedInterval>{{0, 1}}));
}

TEST(PointEstimate, AllIntervalsAreTheTruth) {
  PlantedIntervals Data(200, 4, 0.3, 1, true);
  std::vector<WeightedInterval> All;
  double Whole = 0;
  for (const IntervalFacts &I : Data.Table.Intervals)
    Whole += double(I.Instructions);
  for (size_t I = 0; I != 200; ++I)
    All.push_back({I, double(Data.Table.Intervals[I].Instructions) / Whole});
  for (const MetricEstimate &E : estimateMetrics(Data.Table, All))
    EXPECT_NEAR(E.Estimate, E.Truth, 1e-12);
}

TEST(PointEstimate, PhasesWithoutNoiseAreEstimatedExactly) {
  PlantedIntervals Data(300, 5, 0, 3, true);
  Clustering C = cluster(Data.Points, {.Clusters = 5, .Seed = 3});
  std::vector<WeightedInterval> Sample =
      weightedIntervals(Data.Table, C.Labels, simulationPoints(C, {}));
  ASSERT_EQ(Sample.size(), 5u);
  std::vector<MetricEstimate> All = estimateMetrics(Data.Table, Sample);
  ASSERT_EQ(All.size(), 2u);
  // Counts of an interval are whole numbers.
  for (const MetricEstimate &E : All)
    EXPECT_NEAR(relativeError(E.Estimate, E.Truth), 0, 1e-3);
}

TEST(PointEstimate, WhatNeverHappens) {
  IntervalTable Table = smallTable();
  for (IntervalFacts &I : Table.Intervals)
    I.Levels[0] = {};
  std::vector<WeightedInterval> Sample = {{0, 1}};
  EXPECT_EQ(estimateOf({MetricKind::HitRate, 0}, Table, Sample), 1);
  EXPECT_EQ(truthOf({MetricKind::HitRate, 0}, Table), 1);
  Table.Intervals[0].Instructions = 0;
  EXPECT_EQ(estimateOf({}, Table, Sample), 0);
}

TEST(PointEstimate, ByKey) {
  IntervalTable Table = smallTable();
  std::vector<KeyedCounts> Counts = {
      {{7, 10}, {3, 4}}, {{7, 5}, {9, 2}}, {{3, 1}, {3, 2}}};
  std::vector<WeightedInterval> Sample = {{0, 0.75}, {2, 0.25}};
  KeyedEstimate E =
      estimateByKey(Table, Sample, [&](size_t I) { return Counts[I]; });
  // Each point stands for so many times its own instructions: 3 and 1.
  EXPECT_EQ(E.Keys, (std::vector<KeyEstimate>{
                        {3, 4 * 3 + 3, 7}, {7, 30, 15}, {9, 0, 2}}));
  EXPECT_DOUBLE_EQ(E.Error, (8.0 + 15 + 2) / 24);
  EXPECT_EQ(
      estimateByKey(Table, Sample, [](size_t) { return KeyedCounts(); }).Error,
      0);
}

} // namespace

//===- CollapsedStrataTest.cpp - how sure points are ----------------------===//

#include "analysis/points/StratifiedEstimate.h"
#include "analysis/support/Hash.h"
#include "test/support/PlantedIntervals.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace memfacet;
using namespace memfacet::test;

namespace {

/// Intervals of 100 instructions with these cycles.
IntervalTable tableOf(const std::vector<uint64_t> &Cycles) {
  IntervalTable Table;
  Table.HasCycles = true;
  for (uint64_t C : Cycles) {
    IntervalFacts &I = Table.Intervals.emplace_back();
    I.Instructions = 100;
    I.Cycles = C;
  }
  return Table;
}

TEST(CollapsedStrata, ByHand) {
  IntervalTable Table = tableOf({100, 200, 400, 300});
  std::vector<WeightedInterval> Sample = {
      {0, 0.2}, {1, 0.2}, {2, 0.1}, {3, 0.5}};
  CollapsedEstimate E =
      estimateFromPoints({}, Table, Sample, std::vector<uint32_t>{4, 4, 4, 7});
  EXPECT_DOUBLE_EQ(E.Estimate, 2.5);
  EXPECT_DOUBLE_EQ(E.Unknown, 0.5);
  // Of the first phase: z = 0.2, 0.4, 0.4; shares 0.4, 0.4, 0.2 of their sum.
  double Variance = 3.0 / 2 * (0.2 * 0.2 + 0 + 0.2 * 0.2);
  EXPECT_NEAR(E.HalfWidth, 4.30265 * std::sqrt(Variance), 1e-3);
}

TEST(CollapsedStrata, EqualGroupsAreTheSampleOfAStratum) {
  // Where the groups of a phase weigh the same, and nearly nothing is
  // simulated, it is the stratified estimate.
  PlantedIntervals Data(4000, 3, 0.2, 4);
  StratifiedSample Few = samplePhases(Data.Truth, 5, 1);
  std::vector<double> Members(3);
  for (uint32_t P : Data.Truth)
    Members[P] += 1.0 / 4000;
  std::vector<WeightedInterval> Sample;
  std::vector<uint32_t> Phases;
  for (uint32_t P = 0; P != 3; ++P)
    for (size_t I : Few.ByPhase[P]) {
      Sample.push_back({I, Members[P] / 5});
      Phases.push_back(P);
    }
  for (const Metric &M : Data.Table.metrics()) {
    CollapsedEstimate Mine = estimateFromPoints(M, Data.Table, Sample, Phases);
    SureEstimate Known =
        estimateByPhases(M, Data.Table, Data.Truth, Few, SpreadSource::Sample);
    EXPECT_NEAR(Mine.Estimate, Known.Estimate, 1e-9);
    EXPECT_NEAR(Mine.HalfWidth, Known.HalfWidth, 0.01 * Known.HalfWidth);
    EXPECT_EQ(Mine.Unknown, 0);
  }
}

TEST(CollapsedStrata, IntervalsHaveTheTruthAtLeastNineteenTimesOfTwenty) {
  // Each phase in groups of unequal sizes, one interval of each at random.
  PlantedIntervals Data(600, 3, 0.2, 8);
  std::vector<std::vector<size_t>> Groups(3 * 6);
  std::vector<size_t> Seen(3);
  for (size_t I = 0; I != 600; ++I) {
    uint32_t P = Data.Truth[I];
    // Of ten in turn, the groups have 1, 1, 2, 2, 2 and 2.
    constexpr size_t GroupOf[] = {0, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    Groups[6 * P + GroupOf[Seen[P]++ % 10]].push_back(I);
  }
  for (const Metric &M : Data.Table.metrics()) {
    double Truth = truthOf(M, Data.Table);
    int Covered = 0;
    for (uint64_t Seed = 0; Seed != 1000; ++Seed) {
      SeededRandom Random(Seed);
      std::vector<WeightedInterval> Sample;
      std::vector<uint32_t> Phases;
      for (size_t G = 0; G != Groups.size(); ++G) {
        Sample.push_back({Groups[G][Random.below(Groups[G].size())],
                          double(Groups[G].size()) / 600});
        Phases.push_back(uint32_t(G / 6));
      }
      CollapsedEstimate E = estimateFromPoints(M, Data.Table, Sample, Phases);
      Covered += std::abs(E.Estimate - Truth) <= E.HalfWidth;
    }
    EXPECT_GE(Covered, 930) << metricName(M);
  }
}

TEST(CollapsedStrata, WhatIsTheSameEverywhereIsSure) {
  IntervalTable Table = tableOf({130, 130, 130});
  CollapsedEstimate E = estimateFromPoints(
      {}, Table, std::vector<WeightedInterval>{{0, 0.1}, {1, 0.7}, {2, 0.2}},
      std::vector<uint32_t>{0, 0, 0});
  EXPECT_DOUBLE_EQ(E.Estimate, 1.3);
  EXPECT_EQ(E.HalfWidth, 0);
}

TEST(CollapsedStrata, NothingToDivideBy) {
  IntervalTable Table = tableOf({1, 2});
  Table.Levels = 1;
  CollapsedEstimate E =
      estimateFromPoints({MetricKind::HitRate, 0}, Table,
                         std::vector<WeightedInterval>{{0, 0.5}, {1, 0.5}},
                         std::vector<uint32_t>{0, 0});
  EXPECT_EQ(E.Estimate, 1);
  EXPECT_EQ(E.HalfWidth, 0);
}

} // namespace

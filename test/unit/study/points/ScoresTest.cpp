//===- ScoresTest.cpp - what labels and points tell of the run ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Scores.h"
#include "analysis/study/clustering/KMeans.h"
#include "analysis/study/points/PointEstimate.h"
#include "test/support/PlantedIntervals.h"
#include "test/support/Test.h"
#include "test/unit/study/points/RandIndex.h"

namespace {

std::vector<double> ones(size_t Count) {
  return std::vector<double>(Count, 1.0);
}

/// An interval of these instructions, cycles, and accesses and misses of the
/// first level.
IntervalFacts interval(uint64_t Instructions, uint64_t Cycles,
                       uint64_t Accesses, uint64_t Misses) {
  IntervalFacts I;
  I.Instructions = Instructions;
  I.Cycles = Cycles;
  I.Levels[0] = {Accesses, Misses};
  return I;
}

TEST(Scores, OneMissIn218IntervalsVariesWildly) {
  IntervalTable Table;
  Table.Levels = 1;
  for (int I = 0; I != 218; ++I)
    Table.Intervals.push_back(interval(1'000'000, 0, 5000, I == 77));
  std::vector<uint32_t> Labels(218, 0);
  SpreadScore S = scoreLabels(Table, {MetricKind::MissesPerInstruction, 0},
                              Labels, {.Value = ScoredValue::Count});
  // The variance of a share p is p (1 - p).
  EXPECT_NEAR(S.Sigma, std::sqrt(217.0) / 218, 1e-15);
  EXPECT_NEAR(S.Sigma, 0.067573, 5e-7);
  EXPECT_NEAR(S.Variation, std::sqrt(217.0), 1e-12);
  EXPECT_NEAR(S.Mean, 0.0045872, 5e-8);
  // One phase tells nothing apart.
  EXPECT_EQ(S.WithinSigma, S.Sigma);
  EXPECT_EQ(S.reduction(), 0.0);
}

TEST(Scores, TwoPhasesByHand) {
  std::vector<double> Values = {1, 3, 10, 14, 18};
  std::vector<uint32_t> Labels = {0, 0, 2, 2, 2};
  SpreadScore S = scoreLabels(Values, ones(5), Labels);
  // Mean 9.2; squares 67.24 + 38.44 + 0.64 + 23.04 + 77.44 = 206.8.
  EXPECT_DOUBLE_EQ(S.Mean, 9.2);
  EXPECT_DOUBLE_EQ(S.Sigma, std::sqrt(206.8 / 5));
  ASSERT_EQ(S.Phases.size(), 3u);
  EXPECT_EQ(S.Phases[0], (PhaseSpread{2, 0.4, 2, 1}));
  EXPECT_EQ(S.Phases[1], PhaseSpread());
  EXPECT_EQ(S.Phases[2], (PhaseSpread{3, 0.6, 14, std::sqrt(32.0 / 3)}));
  double Sigma = 0.4 + 0.6 * std::sqrt(32.0 / 3);
  EXPECT_DOUBLE_EQ(S.WithinSigma, Sigma);
  EXPECT_DOUBLE_EQ(S.Variation, 0.4 / 2 + 0.6 * std::sqrt(32.0 / 3) / 14);
  EXPECT_DOUBLE_EQ(*S.reduction(), 1 - Sigma / std::sqrt(206.8 / 5));
}

TEST(Scores, AWeightIsAsGoodAsRepetitions) {
  std::vector<double> Values = {2, 5, 7, 1}, Weights = {3, 1, 2, 4};
  std::vector<uint32_t> Labels = {0, 1, 0, 1};
  std::vector<double> Repeated;
  std::vector<uint32_t> RepeatedLabels;
  for (size_t I = 0; I != 4; ++I)
    for (int N = 0; N != int(Weights[I]); ++N) {
      Repeated.push_back(Values[I]);
      RepeatedLabels.push_back(Labels[I]);
    }
  SpreadScore A = scoreLabels(Values, Weights, Labels);
  SpreadScore B = scoreLabels(Repeated, ones(10), RepeatedLabels);
  EXPECT_DOUBLE_EQ(A.Mean, B.Mean);
  EXPECT_DOUBLE_EQ(A.Sigma, B.Sigma);
  EXPECT_DOUBLE_EQ(A.WithinSigma, B.WithinSigma);
  EXPECT_DOUBLE_EQ(A.Variation, B.Variation);
}

TEST(Scores, WeightsOfATable) {
  IntervalTable Table;
  Table.Levels = 1;
  Table.HasCycles = true;
  // CPI 1 and 3; hit rates 1/2 and 3/4.
  Table.Intervals = {interval(100, 100, 10, 5), interval(300, 900, 40, 10)};
  std::vector<uint32_t> Labels = {0, 0};
  Metric Cpi, Hits{MetricKind::HitRate, 0};
  EXPECT_DOUBLE_EQ(scoreLabels(Table, Cpi, Labels).Mean, 2.5);
  EXPECT_DOUBLE_EQ(
      scoreLabels(Table, Cpi, Labels, {.Weighting = Weighing::Intervals}).Mean,
      2);
  EXPECT_DOUBLE_EQ(scoreLabels(Table, Hits, Labels).Mean, 0.6875);
  // By accesses it is that of the run: 35 of 50.
  EXPECT_DOUBLE_EQ(
      scoreLabels(Table, Hits, Labels, {.Weighting = Weighing::Denominator})
          .Mean,
      0.7);
  EXPECT_DOUBLE_EQ(scoreLabels(Table, Hits, Labels,
                               {.Weighting = Weighing::Intervals,
                                .Value = ScoredValue::Count})
                       .Mean,
                   17.5);
}

TEST(Scores, NothingVaries) {
  // Means of such values are not exact.
  std::vector<double> Values(7, 0.1);
  std::vector<double> Weights = {1, 1e9, 3, 0.7, 11, 13, 17};
  std::vector<uint32_t> Labels = {0, 1, 0, 1, 0, 1, 1};
  SpreadScore S = scoreLabels(Values, Weights, Labels);
  EXPECT_EQ(S.Sigma, 0);
  EXPECT_EQ(S.WithinSigma, 0);
  EXPECT_EQ(S.Variation, 0);
  EXPECT_EQ(S.reduction(), std::nullopt);
  EXPECT_EQ(scoreLabels(IntervalTable(), {}, {}).reduction(), std::nullopt);
}

TEST(Scores, WithoutAnyWeightAllWeighTheSame) {
  std::vector<double> Values = {1, 3}, Weights = {0, 0};
  std::vector<uint32_t> Labels = {0, 0};
  EXPECT_EQ(scoreLabels(Values, Weights, Labels).Mean, 2);
}

TEST(Scores, PhasesNeverVaryMoreThanAll) {
  std::mt19937 Random(1);
  for (int Try = 0; Try != 300; ++Try) {
    size_t Count = 1 + Random() % 40;
    std::vector<double> Values, Weights;
    std::vector<uint32_t> Labels;
    for (size_t I = 0; I != Count; ++I) {
      Values.push_back(double(Random() % 1000) / 7);
      Weights.push_back(double(Random() % 5));
      Labels.push_back(Random() % 6);
    }
    SpreadScore S = scoreLabels(Values, Weights, Labels);
    EXPECT_GE(S.Sigma, S.WithinSigma);
    double Whole = sumOf(S.Phases, &PhaseSpread::Weight);
    EXPECT_NEAR(Whole, 1, 1e-12);
  }
}

/// Looks at every pair.
double slowRandIndex(const std::vector<uint32_t> &A,
                     const std::vector<uint32_t> &B) {
  double Both = 0, InA = 0, InB = 0, All = 0;
  for (size_t I = 0; I != A.size(); ++I)
    for (size_t J = 0; J != I; ++J) {
      Both += A[I] == A[J] && B[I] == B[J];
      InA += A[I] == A[J];
      InB += B[I] == B[J];
      All += 1;
    }
  double Chance = InA * InB / All;
  return (Both - Chance) / ((InA + InB) / 2 - Chance);
}

TEST(AdjustedRandIndex, AgreesWithAllPairs) {
  std::mt19937 Random(1);
  for (int Try = 0; Try != 100; ++Try) {
    std::vector<uint32_t> A = {0, 0, 1}, B = {0, 1, 1};
    for (size_t Left = Random() % 60; Left != 0; --Left) {
      A.push_back(Random() % 5);
      B.push_back(Try % 2 ? A.back() / 2 : Random() % 4);
    }
    EXPECT_NEAR(adjustedRandIndex(A, B), slowRandIndex(A, B), 1e-12);
    EXPECT_EQ(adjustedRandIndex(A, B), adjustedRandIndex(B, A));
  }
}

TEST(AdjustedRandIndex, ByHand) {
  using L = std::vector<uint32_t>;
  // 2 pairs in both, 3 + 3 in A, 1 + 3 + 1 in B, 15 in all.
  double Chance = 6 * 3.0 / 15;
  EXPECT_DOUBLE_EQ(adjustedRandIndex(L{0, 0, 0, 1, 1, 1}, L{0, 0, 1, 1, 2, 2}),
                   (2 - Chance) / (4.5 - Chance));
  // Names do not matter.
  EXPECT_EQ(adjustedRandIndex(L{0, 0, 1, 1, 2}, L{9, 9, 4, 4, 0}), 1);
  // Worse than chance: no pair is in both.
  EXPECT_DOUBLE_EQ(adjustedRandIndex(L{0, 0, 1, 1}, L{0, 1, 0, 1}), -0.5);
  EXPECT_EQ(adjustedRandIndex(L{0, 0, 0}, L{1, 1, 1}), 1);
  EXPECT_EQ(adjustedRandIndex(L{0, 1, 2}, L{2, 1, 0}), 1);
  EXPECT_EQ(adjustedRandIndex(L{0, 1, 2}, L{0, 0, 0}), 0);
  EXPECT_EQ(adjustedRandIndex(L{}, L{}), 1);
}

TEST(RelativeError, HasASign) {
  EXPECT_DOUBLE_EQ(relativeError(1.5, 2), -0.25);
  EXPECT_DOUBLE_EQ(relativeError(-1, -2), 0.5);
  EXPECT_EQ(relativeError(0, 0), 0);
  EXPECT_EQ(relativeError(1, 0), std::numeric_limits<double>::infinity());
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
  // Each point stands for a multiple of its own instructions: 3 and 1 times.
  EXPECT_EQ(E.Keys, (std::vector<KeyEstimate>{
                        {3, 4 * 3 + 3, 7}, {7, 30, 15}, {9, 0, 2}}));
  EXPECT_DOUBLE_EQ(E.Error, (8.0 + 15 + 2) / 24);
  EXPECT_EQ(
      estimateByKey(Table, Sample, [](size_t) { return KeyedCounts(); }).Error,
      0);
}

} // namespace

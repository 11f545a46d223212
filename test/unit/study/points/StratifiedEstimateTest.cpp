//===- StratifiedEstimateTest.cpp - how sure estimates are ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/StratifiedEstimate.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include "analysis/support/Hash.h"
#include "test/support/PlantedIntervals.h"
#include "test/support/Test.h"

namespace {

/// Intervals of 100 instructions with these cycles.
IntervalTable tableOf(const std::vector<uint64_t> &Cycles) {
  IntervalTable Table;
  Table.Runs = 1;
  Table.HasCycles = true;
  for (uint64_t C : Cycles) {
    IntervalFacts &I = Table.Intervals.emplace_back();
    I.Instructions = 100;
    I.Cycles = C;
  }
  return Table;
}

TEST(SamplePhases, EverySetOfAPhaseIsEquallyLikely) {
  std::vector<uint32_t> Labels = {0, 2, 0, 2, 0, 0, 2, 4};
  std::map<std::vector<size_t>, int> Samples;
  for (uint64_t Seed = 0; Seed != 6000; ++Seed) {
    StratifiedSample S = samplePhases(Labels, 2, Seed);
    ASSERT_EQ(S.ByPhase.size(), 5u);
    EXPECT_EQ(S.size(), 5u);
    EXPECT_TRUE(S.ByPhase[1].empty());
    EXPECT_EQ(S.ByPhase[4], std::vector<size_t>{7});
    ++Samples[S.ByPhase[0]];
  }
  ASSERT_EQ(Samples.size(), 6u);
  // Six standard deviations of 29 each.
  for (const auto &[Set, Times] : Samples)
    EXPECT_NEAR(Times, 1000, 175);
}

TEST(StratifiedEstimate, ByHand) {
  IntervalTable Table = tableOf({100, 200, 300, 200, 900, 500});
  std::vector<uint32_t> Labels = {0, 0, 0, 0, 1, 1};
  StratifiedSample Sample{{{0, 1}, {4}}};
  SureEstimate E = estimateByPhases({}, Table, Labels, Sample);
  EXPECT_DOUBLE_EQ(E.Estimate, (4 * 1.5 + 2 * 9) / 6);
  EXPECT_DOUBLE_EQ(E.Truth, 22.0 / 6);
  // s^2 of the phases: 2/3 and 8; weights 2/3 and 1/3.
  double Variance =
      4.0 / 9 * (2.0 / 3) / 2 * (1 - 2.0 / 4) + 1.0 / 9 * 8 / 1 * (1 - 1.0 / 2);
  EXPECT_DOUBLE_EQ(E.StandardError, std::sqrt(Variance));
  EXPECT_DOUBLE_EQ(E.HalfWidth, 1.959964 * std::sqrt(Variance));
  EXPECT_DOUBLE_EQ(E.relativeHalfWidth(), E.HalfWidth / E.Estimate);
  EXPECT_TRUE(E.covers());
  // The sample's s^2 is 1/2; the other phase has no variance of its own.
  SureEstimate S =
      estimateByPhases({}, Table, Labels, Sample, SpreadSource::Sample);
  EXPECT_EQ(S.Estimate, E.Estimate);
  double A = 4.0 / 9 * 0.5 / 2 * 0.5, B = 1.0 / 9 * 8 * 0.5;
  EXPECT_DOUBLE_EQ(S.StandardError, std::sqrt(A + B));
  // Degrees of freedom: (A + B)^2 / (A^2 + B^2), which is 1.2.
  EXPECT_DOUBLE_EQ(S.HalfWidth, 12.7062 * std::sqrt(A + B));
}

TEST(StratifiedEstimate, OfIntervalsThatAreAllTheSameIsCertain) {
  IntervalTable Table = tableOf({300, 300, 300, 300, 300});
  for (SpreadSource Source :
       {SpreadSource::Sample, SpreadSource::AllIntervals}) {
    SureEstimate E = estimateByPhases({}, Table, std::vector<uint32_t>(5),
                                      {{{0, 3}}}, Source);
    EXPECT_EQ(E.Estimate, 3);
    EXPECT_EQ(E.HalfWidth, 0);
  }
}

/// Variance of the estimates of all samples of \p PerPhase intervals of two
/// phases, the first \p First intervals and the others.
double varianceOfAll(const IntervalTable &Table,
                     const std::vector<uint32_t> &Labels, size_t First) {
  double Sum = 0, Squares = 0, Count = 0;
  size_t All = Table.Intervals.size();
  for (size_t A = 0; A != First; ++A)
    for (size_t B = 0; B != A; ++B)
      for (size_t C = First; C != All; ++C)
        for (size_t D = First; D != C; ++D) {
          StratifiedSample S{{{B, A}, {D, C}}};
          double E = estimateByPhases({}, Table, Labels, S).Estimate;
          Sum += E;
          Squares += E * E;
          Count += 1;
        }
  return Squares / Count - Sum / Count * (Sum / Count);
}

TEST(StratifiedEstimate, VarianceIsThatOfAllPossibleSamples) {
  IntervalTable Table =
      tableOf({100, 250, 320, 210, 175, 900, 500, 640, 410, 777, 823});
  std::vector<uint32_t> Labels = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
  SureEstimate E = estimateByPhases({}, Table, Labels, {{{0, 1}, {5, 6}}});
  double Variance = varianceOfAll(Table, Labels, 5);
  EXPECT_NEAR(E.StandardError * E.StandardError, Variance, 1e-9 * Variance);
}

struct CoverageCase {
  const char *Name;
  size_t Intervals;
  uint32_t Phases;
  size_t PerPhase;
  bool Uneven;
  SpreadSource Source;
};

class Coverage : public testing::TestWithParam<CoverageCase> {};

TEST_P(Coverage, NineteenOfTwentyIntervalsHaveTheTruth) {
  const CoverageCase &Case = GetParam();
  PlantedIntervals Data(Case.Intervals, Case.Phases, 0.2, 7, Case.Uneven);
  std::vector<Metric> Metrics = Data.Table.metrics();
  Metrics.push_back({MetricKind::MissesPerInstruction, 0});
  for (const Metric &M : Metrics) {
    int Covered = 0;
    for (uint64_t Seed = 0; Seed != 1000; ++Seed)
      Covered += estimateByPhases(M, Data.Table, Data.Truth,
                                  samplePhases(Data.Truth, Case.PerPhase, Seed),
                                  Case.Source)
                     .covers();
    EXPECT_GE(Covered, 920) << metricName(M);
    EXPECT_LE(Covered, 980) << metricName(M);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Samples, Coverage,
    testing::Values(
        CoverageCase{"OneOfEach", 400, 12, 1, false,
                     SpreadSource::AllIntervals},
        CoverageCase{"FiveOfEach", 200, 5, 5, false,
                     SpreadSource::AllIntervals},
        CoverageCase{"UnevenLengths", 200, 5, 5, true,
                     SpreadSource::AllIntervals},
        CoverageCase{"HalfOfAll", 60, 3, 10, false, SpreadSource::AllIntervals},
        CoverageCase{"FromTheSample", 200, 5, 5, false, SpreadSource::Sample},
        CoverageCase{"FromAnUnevenSample", 300, 4, 10, true,
                     SpreadSource::Sample},
        CoverageCase{"FromThree", 300, 8, 3, false, SpreadSource::Sample}),
    [](const auto &Info) { return std::string(Info.param.Name); });

TEST(StratifiedEstimate, ASampleOfAllIsExact) {
  PlantedIntervals Data(50, 3, 0.3, 2, true);
  StratifiedSample All = samplePhases(Data.Truth, 50, 1);
  ASSERT_EQ(All.size(), 50u);
  for (const Metric &M : Data.Table.metrics()) {
    SureEstimate E = estimateByPhases(M, Data.Table, Data.Truth, All);
    EXPECT_NEAR(E.Estimate, E.Truth, 1e-12);
    EXPECT_EQ(E.HalfWidth, 0);
  }
}

TEST(StratifiedEstimate, OfPointsIsThatOfTheirWeights) {
  PlantedIntervals Data(100, 3, 0.3, 2, true);
  std::vector<SimulationPoint> Points = {
      {0, 0, 0, 0, {}}, {1, 1, 0, 0, {}}, {2, 2, 0, 0, {}}};
  StratifiedSample Sample = samplePoints(Data.Truth, Points);
  for (const Metric &M : Data.Table.metrics())
    EXPECT_NEAR(estimateByPhases(M, Data.Table, Data.Truth, Sample).Estimate,
                estimateOf(M, Data.Table,
                           weightedIntervals(Data.Table, Data.Truth, Points)),
                1e-12);
  // Without one of the phases.
  Points.erase(Points.begin());
  EXPECT_NEAR(estimateByPhases({}, Data.Table, Data.Truth,
                               samplePoints(Data.Truth, Points))
                  .Estimate,
              estimateOf({}, Data.Table,
                         weightedIntervals(Data.Table, Data.Truth, Points)),
              1e-12);
}

TEST(StratifiedEstimate, NothingToDivideBy) {
  IntervalTable Table = tableOf({1, 2});
  Table.Levels = 1;
  std::vector<uint32_t> Labels = {0, 0};
  SureEstimate E =
      estimateByPhases({MetricKind::HitRate, 0}, Table, Labels, {{{0}}});
  EXPECT_EQ(E.Estimate, 1);
  EXPECT_EQ(E.HalfWidth, 0);
  EXPECT_EQ(E.relativeHalfWidth(), 0);
  E.Estimate = 0;
  E.HalfWidth = 1;
  EXPECT_EQ(E.relativeHalfWidth(), std::numeric_limits<double>::infinity());
}

TEST(CollapsedStrata, ByHand) {
  IntervalTable Table = tableOf({100, 200, 400, 300});
  std::vector<WeightedInterval> Sample = {
      {0, 0.2}, {1, 0.2}, {2, 0.1}, {3, 0.5}};
  CollapsedEstimate E =
      estimateFromPoints({}, Table, Sample, std::vector<uint32_t>{4, 4, 4, 7});
  EXPECT_DOUBLE_EQ(E.Estimate, 2.5);
  EXPECT_DOUBLE_EQ(E.Unknown, 0.5);
  // The first phase: z = 0.2, 0.4, 0.4; shares 0.4, 0.4, 0.2 of their sum.
  double Variance = 3.0 / 2 * (0.2 * 0.2 + 0 + 0.2 * 0.2);
  // The other phase has a point alone, whose distance from the mean is 0.5 of
  // half the run. Satterthwaite's degrees of freedom are 2.999.
  Variance += 0.25 * 0.25;
  EXPECT_NEAR(E.HalfWidth, 4.30265 * std::sqrt(Variance), 1e-3);
}

TEST(CollapsedStrata, APointAloneVariesAsThoseOfOtherPhases) {
  IntervalTable Table = tableOf({100, 200, 400, 300, 900});
  std::vector<WeightedInterval> Sample = {
      {0, 0.2}, {1, 0.2}, {2, 0.2}, {3, 0.2}, {4, 0.2}};
  CollapsedEstimate E = estimateFromPoints(
      {}, Table, Sample, std::vector<uint32_t>{4, 4, 4, 4, 7});
  // Four of one weight: z = -0.3, -0.1, 0.3, 0.1 around their mean, 2.5.
  double Rest = 4.0 / 3 * (0.09 + 0.01 + 0.09 + 0.01);
  // The fifth, of 9, has their coefficient of variation: its variance is that
  // of one of them times the ratio's square. Satterthwaite: 4.26 degrees.
  double Single = Rest / 4 * (9 / 2.5) * (9 / 2.5);
  EXPECT_NEAR(E.HalfWidth,
              studentQuantile(size_t((Rest + Single) * (Rest + Single) /
                                     (Rest * Rest / 3 + Single * Single / 3))) *
                  std::sqrt(Rest + Single),
              1e-9);
}

TEST(CollapsedStrata, PointsThatAreAllAloneVaryAsPhasesDo) {
  IntervalTable Table = tableOf({100, 200, 300});
  std::vector<WeightedInterval> Sample = {{0, 0.25}, {1, 0.5}, {2, 0.25}};
  CollapsedEstimate E =
      estimateFromPoints({}, Table, Sample, std::vector<uint32_t>{0, 1, 2});
  EXPECT_DOUBLE_EQ(E.Estimate, 2);
  EXPECT_DOUBLE_EQ(E.Unknown, 1);
  // z = -0.25, 0, 0.25.
  EXPECT_NEAR(E.HalfWidth, 4.30265 * std::sqrt(3.0 / 2 * 2 * 0.0625), 1e-3);
}

/// Points of a budget: some phases have several, some one.
TEST(CollapsedStrata, IntervalsHaveTheTruthWherePhasesHaveOnePoint) {
  PlantedIntervals Data(600, 6, 0.2, 8);
  std::vector<std::vector<size_t>> Members(6);
  for (size_t I = 0; I != 600; ++I)
    Members[Data.Truth[I]].push_back(I);
  constexpr size_t Counts[] = {4, 3, 3, 1, 1, 1};
  for (const Metric &M : Data.Table.metrics()) {
    double Truth = truthOf(M, Data.Table);
    int Covered = 0;
    for (uint64_t Seed = 0; Seed != 1000; ++Seed) {
      SeededRandom Random(Seed);
      std::vector<WeightedInterval> Sample;
      std::vector<uint32_t> Phases;
      for (uint32_t P = 0; P != 6; ++P)
        for (size_t I = 0; I != Counts[P]; ++I) {
          size_t Index = Random.below(Members[P].size());
          Sample.push_back({Members[P][Index], double(Members[P].size()) / 600 /
                                                   double(Counts[P])});
          Phases.push_back(P);
        }
      CollapsedEstimate E = estimateFromPoints(M, Data.Table, Sample, Phases);
      Covered += std::abs(E.Estimate - Truth) <= E.HalfWidth;
    }
    EXPECT_GE(Covered, 930) << metricName(M);
  }
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
    CollapsedEstimate Estimate =
        estimateFromPoints(M, Data.Table, Sample, Phases);
    SureEstimate Known =
        estimateByPhases(M, Data.Table, Data.Truth, Few, SpreadSource::Sample);
    EXPECT_NEAR(Estimate.Estimate, Known.Estimate, 1e-9);
    EXPECT_NEAR(Estimate.HalfWidth, Known.HalfWidth, 0.01 * Known.HalfWidth);
    EXPECT_EQ(Estimate.Unknown, 0);
  }
}

TEST(CollapsedStrata, IntervalsHaveTheTruthAtLeastNineteenTimesOfTwenty) {
  // Each phase in groups of unequal sizes, one interval of each at random.
  PlantedIntervals Data(600, 3, 0.2, 8);
  std::vector<std::vector<size_t>> Groups(3 * 6);
  std::vector<size_t> Numbers(3);
  for (size_t I = 0; I != 600; ++I) {
    uint32_t P = Data.Truth[I];
    // Ten in turn give the groups 1, 1, 2, 2, 2 and 2.
    constexpr size_t GroupOf[] = {0, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    Groups[6 * P + GroupOf[Numbers[P]++ % 10]].push_back(I);
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

/// Points that are the same in their phases, whatever they weigh, do not say
/// that phases of one point are: those lie as far apart as they do.
TEST(CollapsedStrata, PointsThatAreTheSameSayNothingOfOthers) {
  SeededRandom Random(1);
  for (int Round = 0; Round != 50; ++Round) {
    IntervalTable Table = tableOf({310, 310, 310, 310, 110, 470});
    std::vector<WeightedInterval> Sample;
    for (size_t I = 0; I != 6; ++I)
      Sample.push_back({I, 0.05 + 0.1 * Random.uniform()});
    std::vector<uint32_t> Phases = {0, 0, 0, 0, 1, 2};
    CollapsedEstimate E = estimateFromPoints({}, Table, Sample, Phases);
    double Weights = 0;
    for (const WeightedInterval &W : Sample)
      Weights += W.Weight;
    // Two phases as one: how far each is from its part of both.
    auto Off = [&](size_t I) {
      return Sample[I].Weight *
             (double(Table.Intervals[I].Cycles) / 100 - E.Estimate);
    };
    double Part = Sample[4].Weight / (Sample[4].Weight + Sample[5].Weight);
    double Far = Off(4) - Part * (Off(4) + Off(5));
    EXPECT_NEAR(E.HalfWidth, studentQuantile(1) * 2 * std::abs(Far) / Weights,
                1e-9);
  }
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

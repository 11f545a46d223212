//===- PinnedPointsTest.cpp - points, samples, and estimates from them ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over many random cases; ties and intervals without anything included.
// See PinnedNumbers.h for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/gauges/sample/StudentQuantile.h"
#include "analysis/study/points/Baselines.h"
#include "analysis/study/points/ChooseByError.h"
#include "analysis/study/points/Scaling.h"
#include "analysis/study/points/Scores.h"
#include "analysis/study/points/StratifiedEstimate.h"
#include "analysis/support/Hash.h"
#include "test/unit/PinnedNumbers.h"

namespace {

/// Some points lie in the same place, and some weigh nothing.
PointSet randomPoints(SeededRandom &Random, size_t Count) {
  PointSet P(2);
  bool Weighs = Random.below(6) != 0;
  for (size_t I = 0; I != Count; ++I) {
    float Point[] = {float(Random.below(4) * 20 + Random.below(5)),
                     float(Random.below(3) * 8)};
    P.add(Point, Weighs ? double(Random.below(4)) : 0);
  }
  return P;
}

IntervalTable randomTable(SeededRandom &Random, size_t Count) {
  IntervalTable T;
  T.Runs = 1 + uint32_t(Random.below(3));
  T.Levels = 2;
  T.HasCycles = Random.below(3) != 0;
  bool AnyAccess = Random.below(8) != 0, Varies = Random.below(5) != 0;
  uint64_t Clock = 0;
  for (uint32_t I = 0; I != Count; ++I) {
    IntervalFacts F;
    F.Run = uint32_t(I * T.Runs / Count);
    F.Thread = uint32_t(I % 2);
    F.Interval = I / 2;
    F.Instructions = Random.below(6) ? 50 + Random.below(100) : 0;
    F.ProcessBegin = Clock;
    F.ProcessEnd = Clock += F.Instructions;
    F.Cycles = T.HasCycles ? (Varies ? Random.below(500) : 300) : 0;
    uint64_t Accesses = AnyAccess ? Random.below(90) : 0;
    F.Levels[0] = {Accesses, Random.below(Accesses + 1)};
    F.Levels[1] = {F.Levels[0].Misses, Random.below(F.Levels[0].Misses + 1)};
    T.Intervals.push_back(F);
  }
  return T;
}

std::vector<uint32_t> randomLabels(SeededRandom &Random, size_t Count) {
  std::vector<uint32_t> Labels;
  uint64_t Most = 1 + Random.below(6);
  for (size_t I = 0; I != Count; ++I)
    Labels.push_back(uint32_t(Random.below(Most)));
  return Labels;
}

void addPoint(NumberSum &Sum, const SimulationPoint &P) {
  Sum.add(double(P.Cluster) + 3 * double(P.Interval) +
          (P.Alternate ? 7 * double(*P.Alternate) : 0.25));
}

TEST(PinnedPoints, OfRandomClusters) {
  SeededRandom Random(1);
  NumberSum Points, Weights, Distances;
  for (int Round = 0; Round != 400; ++Round) {
    PointSet P = randomPoints(Random, 1 + Random.below(40));
    Clustering C = cluster(
        P, {.Clusters = 1 + uint32_t(Random.below(6)), .Seed = Random.next()});
    PointOptions Options;
    Options.Early = EarlyPoints(Random.below(3));
    Options.EarlyShare = Random.below(2) ? 0.05 : Random.uniform();
    Options.Coverage = Random.below(2) ? 1 : Random.uniform();
    for (const SimulationPoint &Point : simulationPoints(C, Options)) {
      addPoint(Points, Point);
      Weights.add(Point.Weight), Distances.add(Point.Distance);
    }
  }
  PinnedNumbers Numbers;
  Numbers.row("points", Points.sum()).row("weights", Weights.sum());
  Numbers.row("distances", Distances.sum());
  expectPinned(Numbers, R"(
points: 129984.808
weights: 576.016141
distances: 32381.5584
)");
}

TEST(PinnedPoints, OfRandomBudgets) {
  SeededRandom Random(2);
  NumberSum Points, Weights, StandIns, Allocated;
  for (int Round = 0; Round != 120; ++Round) {
    PointSet P = randomPoints(Random, 2 + Random.below(40));
    Clustering C = cluster(
        P, {.Clusters = 1 + uint32_t(Random.below(4)), .Seed = Random.next()});
    PointBudget Budget;
    Random.below(2) ? void(Budget.Points = 1 + Random.below(12))
                    : void(Budget.Share = 0.1 * double(1 + Random.below(9)));
    PointOptions Options;
    Options.Early = EarlyPoints(Random.below(3));
    Options.Coverage = Random.below(3) ? 1 : 0.7;
    SpreadPoints S = spreadPoints(P, C, Budget, Options, {.Seeds = 2});
    for (const SimulationPoint &Point : S.Points) {
      addPoint(Points, Point);
      Weights.add(Point.Weight);
    }
    for (uint32_t Point : S.StandIn)
      StandIns.add(Point == NoPoint ? 50 : Point);
  }
  for (int Round = 0; Round != 500; ++Round) {
    std::vector<double> Spreads;
    std::vector<size_t> Members;
    for (size_t I = Random.below(6); I != 0; --I) {
      Spreads.push_back(double(Random.below(4)));
      Members.push_back(Random.below(6));
    }
    for (size_t Point : allocatePoints(Spreads, Members, Random.below(15)))
      Allocated.add(double(Point));
  }
  PinnedNumbers Numbers;
  Numbers.row("points", Points.sum()).row("weights", Weights.sum());
  Numbers.row("stand-ins", StandIns.sum()).row("allocated", Allocated.sum());
  expectPinned(Numbers, R"(
points: 98177.8695
weights: 165.608601
stand-ins: 6064687
allocated: 940356
)");
}

double known(double Value) { return std::isfinite(Value) ? Value : -1; }

TEST(PinnedEstimates, OfRandomPhases) {
  SeededRandom Random(3);
  NumberSum Estimates, Truths, Errors, Widths, Covered;
  for (int Round = 0; Round != 500; ++Round) {
    size_t Count = 1 + Random.below(25);
    IntervalTable T = randomTable(Random, Count);
    auto Labels = randomLabels(Random, Count);
    StratifiedSample S =
        samplePhases(Labels, 1 + Random.below(4), Random.next());
    std::vector<Metric> Metrics = T.metrics();
    Metrics.push_back({MetricKind::MissesPerInstruction, 1});
    for (const Metric &M : Metrics)
      for (auto Source : {SpreadSource::AllIntervals, SpreadSource::Sample}) {
        SureEstimate E = estimateByPhases(M, T, Labels, S, Source);
        Estimates.add(E.Estimate), Truths.add(E.Truth);
        Errors.add(E.StandardError);
        Widths.add(std::log1p(E.HalfWidth));
        Widths.add(std::log1p(std::min(1e9, E.relativeHalfWidth())));
        Covered.add(E.covers());
      }
  }
  PinnedNumbers Numbers;
  Numbers.row("estimates", Estimates.sum()).row("truths", Truths.sum());
  Numbers.row("errors", Errors.sum()).row("widths", Widths.sum());
  Numbers.row("covered", Covered.sum());
  expectPinned(Numbers, R"(
estimates: 4936.6925
truths: 4974.69376
errors: 1439.30101
widths: 5416.35127
covered: 1571128
)");
}

TEST(PinnedEstimates, OfRandomPoints) {
  SeededRandom Random(4);
  NumberSum Estimates, Widths, Unknown, Weights, Metrics, Keys;
  for (int Round = 0; Round != 600; ++Round) {
    size_t Count = 1 + Random.below(20);
    IntervalTable T = randomTable(Random, Count);
    std::vector<WeightedInterval> Sample;
    std::vector<uint32_t> Phases;
    size_t Points = 1 + Random.below(9);
    for (size_t I = 0; I != Points; ++I) {
      double Weight = Random.below(9) ? 1.0 / double(Points) : 0;
      Sample.push_back({Random.below(Count), Weight});
      Phases.push_back(uint32_t(Random.below(4)));
    }
    std::vector<Metric> Measures = T.metrics();
    Measures.push_back({MetricKind::MissesPerInstruction, 0});
    for (const Metric &M : Measures) {
      CollapsedEstimate E = estimateFromPoints(M, T, Sample, Phases);
      Estimates.add(E.Estimate), Unknown.add(E.Unknown);
      Widths.add(std::log1p(E.HalfWidth));
    }
    for (const MetricEstimate &E : estimateMetrics(T, Sample))
      Metrics.add(E.Estimate - E.Truth / 2);
    auto Labels = randomLabels(Random, Count);
    std::vector<SimulationPoint> Chosen;
    for (uint32_t L : std::set<uint32_t>(Labels.begin(), Labels.end()))
      if (Random.below(4))
        Chosen.push_back({L, Random.below(Count), 0, 0, {}});
    for (const WeightedInterval &W : weightedIntervals(T, Labels, Chosen))
      Weights.add(double(W.Interval) + W.Weight);
    KeyedEstimate K = estimateByKey(T, Sample, [&](size_t I) {
      return KeyedCounts{{I % 3, I}, {9, T.Intervals[I].Levels[0].Misses}};
    });
    Keys.add(known(K.Error));
    for (const KeyEstimate &E : K.Keys)
      Keys.add(double(E.Key + E.Truth) + E.Estimate);
  }
  PinnedNumbers Numbers;
  Numbers.row("estimates", Estimates.sum()).row("widths", Widths.sum());
  Numbers.row("unknown", Unknown.sum()).row("weights", Weights.sum());
  Numbers.row("metrics", Metrics.sum()).row("keys", Keys.sum());
  expectPinned(Numbers, R"(
estimates: 2844.68049
widths: 1276.48411
unknown: 1113.67449
weights: 10759.8082
metrics: 1195.45804
keys: 413265.871
)");
}

TEST(PinnedScores, OfRandomLabels) {
  SeededRandom Random(5);
  NumberSum Numbers, Phases, Labels, Samples;
  for (int Round = 0; Round != 400; ++Round) {
    size_t Count = 1 + Random.below(25);
    IntervalTable T = randomTable(Random, Count);
    auto Assignment = randomLabels(Random, Count);
    Metric M{MetricKind(Random.below(3)), uint32_t(Random.below(2))};
    ScoreOptions Options = {Weighing(Random.below(3)),
                            ScoredValue(Random.below(2))};
    SpreadScore S = scoreLabels(T, M, Assignment, Options);
    for (double Number : {S.Mean, S.Sigma, S.WithinSigma, known(S.Variation),
                          S.reduction().value_or(-1)})
      Numbers.add(Number);
    for (const PhaseSpread &P : S.Phases)
      for (double Number : {double(P.Intervals), P.Weight, P.Mean, P.Sigma})
        Phases.add(Number);
    for (uint32_t L : labelsByValue(valuesOf(T, M), weightsOf(T, M),
                                    uint32_t(1 + Random.below(5))))
      Labels.add(L);
    for (uint32_t L : shuffledLabels(Assignment, Random.next()))
      Labels.add(L);
    size_t Wanted = Random.below(Count + 2);
    for (const auto &Sample : {randomSample(T, Wanted, Random.next()),
                               systematicSample(T, Wanted, Random.uniform()),
                               firstIntervals(T, Wanted, Random.below(3))})
      for (const WeightedInterval &W : Sample)
        Samples.add(double(W.Interval) + W.Weight);
  }
  PinnedNumbers Rows;
  Rows.row("numbers", Numbers.sum()).row("phases", Phases.sum());
  Rows.row("labels", Labels.sum()).row("samples", Samples.sum());
  expectPinned(Rows, R"(
numbers: 35363.2658
phases: 91662.6428
labels: 5232396
samples: 96667.1916
)");
}

TEST(PinnedScores, OfRunsWithMoreThreads) {
  SeededRandom Random(6);
  NumberSum Times, Numbers, Slow;
  for (int Round = 0; Round != 300; ++Round) {
    size_t Count = 1 + Random.below(25);
    IntervalTable T = randomTable(Random, Count);
    auto Assignment = randomLabels(Random, Count);
    std::vector<TimeSpan> Spans;
    for (size_t I = 0; I != Count; ++I) {
      auto Begin = double(Random.below(30));
      Spans.push_back({Begin, Begin + double(Random.below(12)) - 1});
    }
    auto Shares = TimeShares(Random.below(2));
    for (double X : shareTime(T, Spans, Shares))
      Times.add(X);
    std::vector<uint32_t> Threads;
    if (Random.below(2))
      for (uint32_t R = 0; R != T.Runs; ++R)
        Threads.push_back(uint32_t(Random.below(4)));
    Scaling S = scalingOf(T, Assignment, Spans, Shares, Threads);
    for (size_t P = 0; P != S.ByPhase.size(); ++P) {
      Numbers.add(S.instructionSpread(P));
      for (size_t R = 0; R != S.runs(); ++R) {
        const PhaseInRun &Part = S.ByPhase[P][R];
        Numbers.add(S.speedup(P, R).value_or(-1));
        Numbers.add(S.efficiency(P, R).value_or(-1));
        for (double X :
             {double(Part.Intervals), double(Part.Instructions),
              double(Part.Cycles), double(Part.Levels[1].Misses), Part.Time})
          Numbers.add(X);
      }
    }
    for (size_t P : S.notScaling(Random.uniform()))
      Slow.add(double(1 + P));
  }
  PinnedNumbers Rows;
  Rows.row("times", Times.sum()).row("numbers", Numbers.sum());
  Rows.row("slow", Slow.sum());
  expectPinned(Rows, R"(
times: 16583.1157
numbers: 1701008.23
slow: 14151
)");
}

TEST(PinnedChoices, ByError) {
  SeededRandom Random(7);
  NumberSum Trials, Chosen;
  for (int Round = 0; Round != 25; ++Round) {
    size_t Count = 6 + Random.below(25);
    IntervalTable T = randomTable(Random, Count);
    for (IntervalFacts &F : T.Intervals)
      F.Instructions += 20;
    PointSet P = randomPoints(Random, Count);
    ErrorOptions Options;
    Options.Clusters.MostClusters = 5;
    Options.Clusters.Seeds = 1;
    Options.Wanted = 0.2 + Random.uniform();
    Options.PerPhase = 1 + Random.below(3);
    ErrorChoice C = chooseByError(P, T, Options);
    Chosen.add(double(C.Chosen) + 10 * C.Reached + C.Best.Clusters);
    for (const auto &Row : C.Sample.ByPhase)
      for (size_t I : Row)
        Chosen.add(double(I));
    for (const ErrorTrial &E : C.Trials) {
      Trials.add(double(E.Clusters + E.Points) + known(E.Error));
      Trials.add(std::log(1 + std::abs(E.Criterion)));
    }
  }
  PinnedNumbers Numbers;
  Numbers.row("trials", Trials.sum()).row("chosen", Chosen.sum());
  expectPinned(Numbers, R"(
trials: 2026.99415
chosen: 82184
)");
}

/// An error just as large as is wanted is good enough.
TEST(ChooseByError, ReachesWhatIsJustWanted) {
  SeededRandom Random(8);
  IntervalTable T = randomTable(Random, 30);
  PointSet P = randomPoints(Random, 30);
  ErrorOptions Options;
  Options.Clusters.MostClusters = 6;
  Options.Wanted = -1;
  ErrorChoice All = chooseByError(P, T, Options);
  EXPECT_FALSE(All.Reached);
  for (const ErrorTrial &Trial : All.Trials)
    EXPECT_GE(Trial.Error, All.Trials[All.Chosen].Error);
  Options.Wanted = All.Trials[All.Chosen].Error;
  ErrorChoice Equal = chooseByError(P, T, Options);
  EXPECT_TRUE(Equal.Reached);
  EXPECT_EQ(Equal.Chosen, All.Chosen);
}

/// A hundred is a share, and more is none.
TEST(PointBudget, MayBeAll) {
  EXPECT_DOUBLE_EQ(good(parseBudget("100%")).Share, 1);
  EXPECT_FALSE(parseBudget("100.1%"));
  EXPECT_FALSE(parseBudget("0%"));
  EXPECT_FALSE(parseBudget("0"));
  EXPECT_EQ(good(parseBudget("1")).Points, 1u);
}

/// Phases of two points each that are as far apart: a degree of freedom each.
TEST(CollapsedStrata, EqualPhasesHaveADegreeOfFreedomEach) {
  for (size_t Phases : {2, 3, 5, 6, 7, 10}) {
    IntervalTable T;
    T.HasCycles = true;
    std::vector<WeightedInterval> Sample;
    std::vector<uint32_t> Assignment;
    for (size_t I = 0; I != 2 * Phases; ++I) {
      IntervalFacts F;
      F.Instructions = 100;
      F.Cycles = 300 + 10 * (I % 2) + 7 * (I / 2);
      T.Intervals.push_back(F);
      Sample.push_back({I, 0.5 / double(Phases)});
      Assignment.push_back(uint32_t(I / 2));
    }
    // Each phase's two points are 0.05 from their mean: 2 * 2 * (0.05 w)^2.
    double W = 0.5 / double(Phases);
    double Variance = double(Phases) * 4 * 0.05 * 0.05 * W * W;
    EXPECT_NEAR(estimateFromPoints({}, T, Sample, Assignment).HalfWidth,
                std::sqrt(Variance) * studentQuantile(Phases), 1e-9)
        << Phases;
  }
}

} // namespace

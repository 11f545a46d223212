//===- BaselinesTest.cpp - what must be beaten ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Baselines.h"
#include "analysis/study/clustering/KMeans.h"
#include "analysis/study/points/Scores.h"
#include "test/support/PlantedIntervals.h"
#include "test/support/Test.h"

namespace {

std::vector<size_t> placesOf(const std::vector<WeightedInterval> &Sample) {
  return each(Sample, &WeightedInterval::Interval);
}

/// Intervals with these numbers of instructions.
IntervalTable tableOf(const std::vector<uint64_t> &Instructions) {
  IntervalTable Table;
  for (uint64_t N : Instructions)
    Table.Intervals.emplace_back().Instructions = N;
  return Table;
}

TEST(ShuffledLabels, KeepSizesAndDependOnTheSeed) {
  std::vector<uint32_t> Labels = {0, 0, 0, 0, 1, 1, 1, 2, 2, 3};
  std::vector<uint32_t> A = shuffledLabels(Labels, 1);
  EXPECT_EQ(A, shuffledLabels(Labels, 1));
  EXPECT_NE(A, shuffledLabels(Labels, 2));
  std::ranges::sort(A);
  EXPECT_EQ(A, Labels);
}

TEST(ShuffledLabels, AllOrdersAreEquallyLikely) {
  std::map<std::vector<uint32_t>, int> Orders;
  for (uint64_t Seed = 0; Seed != 6000; ++Seed)
    ++Orders[shuffledLabels(std::vector<uint32_t>{0, 1, 2}, Seed)];
  ASSERT_EQ(Orders.size(), 6u);
  // Six standard deviations of 29 each.
  for (const auto &[Order, Times] : Orders)
    EXPECT_NEAR(Times, 1000, 175);
}

TEST(ShuffledLabels, TellNothing) {
  PlantedIntervals Data(2000, 5, 0.05, 1);
  double Sum = 0;
  for (uint64_t Seed = 0; Seed != 20; ++Seed)
    Sum += *scoreLabels(Data.Table, {}, shuffledLabels(Data.Truth, Seed))
                .reduction();
  EXPECT_NEAR(Sum / 20, 0, 0.002);
  EXPECT_GT(*scoreLabels(Data.Table, {}, Data.Truth).reduction(), 0.85);
}

double squaresOf(const std::vector<double> &Values,
                 const std::vector<double> &Weights,
                 const std::vector<uint32_t> &Labels) {
  std::map<uint32_t, std::array<double, 2>> Means;
  for (size_t I = 0; I != Values.size(); ++I) {
    Means[Labels[I]][0] += Weights[I];
    Means[Labels[I]][1] += Weights[I] * Values[I];
  }
  double Sum = 0;
  for (size_t I = 0; I != Values.size(); ++I) {
    auto [W, S] = Means[Labels[I]];
    double Off = Values[I] - (W > 0 ? S / W : 0);
    Sum += Weights[I] * Off * Off;
  }
  return Sum;
}

/// The least of all ways to give that many labels, ranges or not.
double leastSquares(const std::vector<double> &Values,
                    const std::vector<double> &Weights, uint32_t Clusters) {
  double Least = std::numeric_limits<double>::infinity();
  std::vector<uint32_t> Labels(Values.size());
  for (;;) {
    Least = std::min(Least, squaresOf(Values, Weights, Labels));
    size_t I = 0;
    while (I != Labels.size() && ++Labels[I] == Clusters)
      Labels[I++] = 0;
    if (I == Labels.size())
      return Least;
  }
}

TEST(LabelsByValue, AreTheBestOfAllLabels) {
  std::mt19937 Random(1);
  for (int Try = 0; Try != 60; ++Try) {
    std::vector<double> Values, Weights;
    for (size_t I = 0; I != 8; ++I) {
      Values.push_back(double(Random() % 30));
      Weights.push_back(1 + double(Random() % 4));
    }
    uint32_t Clusters = 1 + Try % 4;
    std::vector<uint32_t> Labels = labelsByValue(Values, Weights, Clusters);
    EXPECT_LT(std::ranges::max(Labels), Clusters);
    EXPECT_NEAR(squaresOf(Values, Weights, Labels),
                leastSquares(Values, Weights, Clusters), 1e-9);
  }
}

TEST(LabelsByValue, AreNotWorseThanMeansOfManySeeds) {
  std::mt19937 Random(2);
  std::lognormal_distribution<double> Any;
  std::vector<double> Values, Ones(500, 1.0);
  PointSet Points(1);
  for (int I = 0; I != 500; ++I) {
    Values.push_back(Any(Random));
    float X = float(Values.back());
    Points.add({&X, 1}, 1);
  }
  for (uint32_t K : {2u, 5u, 13u}) {
    double Best = squaresOf(Values, Ones, labelsByValue(Values, Ones, K));
    for (uint64_t Seed = 0; Seed != 20; ++Seed) {
      Clustering C = cluster(Points, {.Clusters = K, .Seed = Seed});
      EXPECT_LE(Best, squaresOf(Values, Ones, C.Labels) * (1 + 1e-9));
    }
  }
}

TEST(LabelsByValue, EqualValuesAreTogether) {
  std::vector<double> Values = {5, 1, 5, 1, 1, 9}, Ones(6, 1.0);
  using L = std::vector<uint32_t>;
  EXPECT_EQ(labelsByValue(Values, Ones, 9), (L{1, 0, 1, 0, 0, 2}));
  EXPECT_EQ(labelsByValue(Values, Ones, 2), (L{1, 0, 1, 0, 0, 1}));
  EXPECT_EQ(labelsByValue(Values, Ones, 1), L(6, 0));
  EXPECT_EQ(labelsByValue({}, {}, 3), L());
}

TEST(LabelsByValue, LargeCountsThatHardlyDiffer) {
  std::vector<double> Values, Ones(40, 1.0);
  for (int I = 0; I != 40; ++I)
    Values.push_back(1e12 + I % 2 * 1e3 + (I % 4 < 2 ? 0 : 1));
  std::vector<uint32_t> Labels = labelsByValue(Values, Ones, 4);
  for (int I = 0; I != 40; ++I)
    EXPECT_EQ(Labels[I], uint32_t(I % 2 * 2 + I % 4 / 2));
}

TEST(Samples, WeighByInstructions) {
  IntervalTable Table = tableOf({10, 20, 30, 40});
  EXPECT_EQ(firstIntervals(Table, 2),
            (std::vector<WeightedInterval>{{0, 1.0 / 3}, {1, 2.0 / 3}}));
  EXPECT_EQ(
      randomSample(Table, 9, 1),
      (std::vector<WeightedInterval>{{0, .1}, {1, .2}, {2, .3}, {3, .4}}));
  EXPECT_TRUE(systematicSample(Table, 0).empty());
  EXPECT_TRUE(systematicSample({}, 3).empty());
}

TEST(Samples, EverySetIsEquallyLikely) {
  IntervalTable Table = tableOf({1, 1, 1, 1, 1});
  std::map<std::vector<size_t>, int> Counts;
  for (uint64_t Seed = 0; Seed != 5000; ++Seed)
    ++Counts[placesOf(randomSample(Table, 2, Seed))];
  ASSERT_EQ(Counts.size(), 10u);
  // Six standard deviations of 21 each.
  for (const auto &[Set, Times] : Counts)
    EXPECT_NEAR(Times, 500, 128);
}

TEST(Samples, ASystematicOneIsEvenlySpaced) {
  IntervalTable Table = tableOf(std::vector<uint64_t>(10, 1));
  using P = std::vector<size_t>;
  EXPECT_EQ(placesOf(systematicSample(Table, 3)), (P{1, 5, 8}));
  EXPECT_EQ(placesOf(systematicSample(Table, 3, 0)), (P{0, 3, 6}));
  EXPECT_EQ(placesOf(systematicSample(Table, 5, 0.99)), (P{1, 3, 5, 7, 9}));
  EXPECT_EQ(placesOf(systematicSample(Table, 10, 0.99)).size(), 10u);
}

TEST(Samples, TheFirstIntervalsAreThoseOfAllThreadsAndRuns) {
  IntervalTable Table;
  auto Add = [&](uint32_t Run, uint32_t Thread, uint64_t Begin) {
    IntervalFacts F;
    F.Run = Run;
    F.Thread = Thread;
    F.Instructions = 1;
    F.ProcessBegin = Begin;
    Table.Intervals.push_back(F);
  };
  Add(0, 0, 0);
  Add(0, 0, 30);
  Add(0, 0, 60);
  Add(0, 1, 20);
  Add(1, 0, 5);
  Add(1, 0, 6);
  using P = std::vector<size_t>;
  EXPECT_EQ(placesOf(firstIntervals(Table, 3)), (P{0, 3, 4}));
  EXPECT_EQ(placesOf(firstIntervals(Table, 2, 1)), (P{3, 5}));
  EXPECT_EQ(placesOf(firstIntervals(Table, 9, 2)), (P{1, 2}));
}

TEST(Samples, TheSinglePointIsNearestToTheMean) {
  PointSet Points(1);
  for (float X : {0.f, 4.f, 5.f, 12.f})
    Points.add({&X, 1}, 1);
  // The mean is 5.25.
  EXPECT_EQ(singlePoint(Points), (WeightedInterval{2, 1}));
}

/// One that starts at the end has the last interval of each part; there is none
/// after the last one.
TEST(Samples, ASystematicOneEndsWithTheLast) {
  IntervalTable Table;
  for (int I = 0; I != 10; ++I)
    Table.Intervals.emplace_back().Instructions = 5;
  auto CentresOf = [&](size_t Count, double Start) {
    return each(systematicSample(Table, Count, Start),
                &WeightedInterval::Interval);
  };
  EXPECT_EQ(CentresOf(2, 1), (std::vector<size_t>{5, 9}));
  EXPECT_EQ(CentresOf(2, 0), (std::vector<size_t>{0, 5}));
  EXPECT_EQ(CentresOf(11, 0.5).size(), 10u);
}

} // namespace

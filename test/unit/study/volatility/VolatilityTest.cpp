//===- VolatilityTest.cpp - of curves at any period -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Volatility.h"
#include "analysis/study/volatility/Curve.h"
#include "test/support/Test.h"

namespace {

using Values = std::vector<double>;

// The slow way, straight from the definitions: values are added one by one,
// ranks are those of a sorted list.

/// Sums of \p Period values each; with \p Wholes (not empty), sums by sums.
Values aggregate(const Values &Parts, const Values &Wholes, size_t Period) {
  Values Result;
  for (size_t Begin = 0; Begin + Period <= Parts.size(); Begin += Period) {
    double Part = 0, Whole = 0;
    for (size_t I = Begin; I != Begin + Period; ++I) {
      Part += Parts[I];
      Whole += Wholes.empty() ? 0 : Wholes[I];
    }
    Result.push_back(Wholes.empty() ? Part : Whole == 0 ? 0 : Part / Whole);
  }
  return Result;
}

double slowVolatility(const Values &Curve, double Percentile) {
  Values Points;
  for (size_t I = 1; I < Curve.size(); ++I) {
    double Most = std::max(Curve[I], Curve[I - 1]);
    Points.push_back(Most == 0 ? 0 : std::abs(Curve[I] - Curve[I - 1]) / Most);
  }
  if (Points.empty())
    return 0;
  std::sort(Points.begin(), Points.end());
  // Ranks are from 1; the nearest one that has at least the percentage.
  size_t Rank = 1;
  while (100 * double(Rank) < Percentile * double(Points.size()))
    ++Rank;
  return Points[std::min(Rank, Points.size()) - 1];
}

Curve counts(std::initializer_list<uint64_t> Counts) {
  return Curve::counts(std::vector<uint64_t>(Counts));
}

TEST(CurveTest, countsAreAddedUpAndATrailingPartIsDropped) {
  Curve C = counts({1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(C.points(), 7u);
  EXPECT_EQ(C.aggregated(size_t(1)), (Values{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(C.aggregated(size_t(3)), (Values{6, 15}));
  EXPECT_EQ(C.aggregated(size_t(7)), (Values{28}));
  EXPECT_EQ(C.aggregated(size_t(8)), Values{});
}

TEST(CurveTest, ratesAreSumsBySumsNotMeansOfRates) {
  Curve C = Curve::rate(counts({1, 0, 3, 0}), counts({2, 98, 4, 0}));
  EXPECT_EQ(C.aggregated(size_t(1)), (Values{0.5, 0, 0.75, 0}));
  EXPECT_EQ(C.aggregated(size_t(2)), (Values{0.01, 0.75}));
}

TEST(CurveTest, rateIsAsLongAsTheShorter) {
  EXPECT_EQ(Curve::rate(counts({1, 2, 3}), counts({4, 4})).points(), 2u);
  EXPECT_EQ(Curve::rate(counts({}), counts({4, 4})).points(), 0u);
}

TEST(CurveTest, brokenPeriodsTakeTheirPartOfABasePeriod) {
  Curve C = counts({4, 2, 6, 8, 10});
  EXPECT_EQ(C.aggregated(2.5), (Values{9, 21}));
  EXPECT_EQ(C.aggregated(1.5), (Values{5, 7, 13}));
  EXPECT_EQ(C.aggregated(2.0), C.aggregated(size_t(2)));
  Curve R = Curve::rate(C, counts({8, 8, 8, 8, 8}));
  EXPECT_EQ(R.aggregated(2.5), (Values{9.0 / 20, 21.0 / 20}));
}

TEST(CurveTest, emptyCurvesHaveNoPoints) {
  EXPECT_EQ(Curve().points(), 0u);
  EXPECT_EQ(Curve().aggregated(size_t(3)), Values{});
  EXPECT_EQ(Curve().aggregated(1.5), Values{});
}

TEST(CurveTest, anyPeriodOfRandomCountsAsAddedOneByOne) {
  std::mt19937_64 Random(1);
  for (int Round = 0; Round != 50; ++Round) {
    size_t Length = 1 + Random() % 300;
    std::vector<uint64_t> Part(Length), Whole(Length);
    for (size_t I = 0; I != Length; ++I) {
      Whole[I] = Random() % 3 ? Random() % 1000 : 0;
      Part[I] = Whole[I] ? Random() % (Whole[I] + 1) : 0;
    }
    Values Parts(Part.begin(), Part.end()), Wholes(Whole.begin(), Whole.end());
    Curve Counts = Curve::counts(Part);
    Curve Rate = Curve::rate(Counts, Curve::counts(Whole));
    for (size_t Period = 1; Period <= Length; ++Period) {
      ASSERT_EQ(Counts.aggregated(Period), aggregate(Parts, {}, Period));
      ASSERT_EQ(Rate.aggregated(Period), aggregate(Parts, Wholes, Period));
    }
  }
}

TEST(VolatilityTest, doublingAndHalvingAreTheSame) {
  EXPECT_EQ(pointVolatility(7, 14), 0.5);
  EXPECT_EQ(pointVolatility(7, 3.5), 0.5);
  EXPECT_EQ(pointVolatility(3, 12), pointVolatility(12, 3));
}

TEST(VolatilityTest, nothingAfterNothingIsNoChange) {
  EXPECT_EQ(pointVolatility(0, 0), 0);
  EXPECT_EQ(pointVolatility(0, 1), 1);
  EXPECT_EQ(pointVolatility(5, 0), 1);
  EXPECT_EQ(pointVolatility(5, 5), 0);
}

TEST(VolatilityTest, percentilesAreOfTheNearestRank) {
  EXPECT_EQ(nearestRank(90, 10), 8u);
  EXPECT_EQ(nearestRank(90, 11), 9u);
  EXPECT_EQ(nearestRank(90, 1), 0u);
  EXPECT_EQ(nearestRank(0, 10), 0u);
  EXPECT_EQ(nearestRank(100, 10), 9u);
  EXPECT_EQ(nearestRank(50, 3), 1u);
}

TEST(VolatilityTest, curveHasThatOfItsNinetiethPoint) {
  // Ten changes, of 0.1 to 1.0 in some order: the ninth is 0.9.
  Values Curve = {1};
  for (double Change : {0.3, 0.9, 0.1, 0.5, 0.7, 0.2, 0.4, 0.6, 0.8})
    Curve.push_back(Curve.back() * (1 - Change));
  Curve.push_back(0);
  EXPECT_NEAR(volatility(Curve), 0.9, 1e-12);
  EXPECT_NEAR(volatility(Curve, 50), 0.5, 1e-12);
  EXPECT_EQ(volatility(Curve, 100), 1);
  EXPECT_EQ(volatility(Values{1}), 0);
  EXPECT_EQ(volatility(Values{}), 0);
}

TEST(VolatilityTest, coarseSteppingIsNotVolatile) {
  // One step in ten points is not seen by the 90th percentile, two are.
  Values First(11, 5.0), Two(11, 5.0);
  std::fill(First.begin() + 6, First.end(), 50.0);
  std::fill(Two.begin() + 4, Two.begin() + 8, 50.0);
  EXPECT_EQ(volatility(First), 0);
  EXPECT_EQ(volatility(Two), 0.9);
}

TEST(VolatilityTest, shortCurvesHaveNoProfile) {
  EXPECT_EQ(volatilityProfile(Curve::values(Values(49, 1.0))).longest(), 0u);
  EXPECT_EQ(volatilityProfile(Curve::values(Values(50, 1.0))).longest(), 1u);
  EXPECT_EQ(volatilityProfile(Curve()).longest(), 0u);
}

TEST(VolatilityTest, squareWaveIsQuietAtItsPeriodAndItsMultiples) {
  Values Wave(7000);
  for (size_t I = 0; I != Wave.size(); ++I)
    Wave[I] = I / 7 % 2 ? 1 : 9;
  VolatilityProfile V = volatilityProfile(Curve::values(Wave));
  EXPECT_EQ(V.longest(), 140u);
  EXPECT_EQ(V.at(14), 0);
  EXPECT_EQ(V.at(140), 0);
  EXPECT_NEAR(V.at(7), 8.0 / 9, 1e-12);
  // 21 = 7 + 14: 2 highs and a low, then the other way round.
  EXPECT_NEAR(V.at(21), 8.0 / 19, 1e-12);
}

Values randomStream(std::mt19937_64 &Random, size_t Length) {
  Values Stream(Length);
  unsigned Kind = Random() % 4;
  for (size_t I = 0; I != Length; ++I)
    Stream[I] = Kind == 0   ? double(Random() % 2000)
                : Kind == 1 ? double(Random() % 50 == 0)
                : Kind == 2 ? double(I / (1 + Length / 9) * 100 + Random() % 10)
                            : double(I % 17 < 4 ? 500 : 20);
  return Stream;
}

TEST(VolatilityTest, allPeriodsAsTheSlowReference) {
  std::mt19937_64 Random(2);
  for (int Round = 0; Round != 20; ++Round) {
    // Some long enough for the histogram, at short periods.
    size_t Length = Round < 4 ? 12000 + Random() % 1000 : Random() % 2000;
    Values Parts = randomStream(Random, Length), Wholes;
    Curve C = Curve::values(Parts);
    if (Round % 2) {
      Wholes = randomStream(Random, Length);
      C = Curve::rate(C, Curve::values(Wholes));
    }
    double Percentile = Round % 3 ? 90 : double(Random() % 101);
    VolatilityProfile V = volatilityProfile(C, Percentile);
    ASSERT_EQ(V.longest(), Length / 50);
    for (size_t Period = 1; Period <= V.longest(); ++Period)
      ASSERT_EQ(V.at(Period),
                slowVolatility(aggregate(Parts, Wholes, Period), Percentile))
          << Period << " of " << Length << " at " << Percentile;
  }
}

} // namespace

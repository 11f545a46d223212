//===- CurveTest.cpp - curves at any period -------------------------------===//

#include "analysis/volatility/Curve.h"
#include "test/support/ReferenceVolatility.h"
#include "test/support/Test.h"

using Values = std::vector<double>;

static Curve counts(std::initializer_list<uint64_t> Counts) {
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

TEST(CurveTest, sparseCountsAreThoseOfADenseCurve) {
  std::vector<CurvePoint> Given = {{1, 5}, {4, 7}};
  EXPECT_EQ(Curve::sparse(Given, 6).aggregated(size_t(1)),
            (Values{0, 5, 0, 0, 7, 0}));
  EXPECT_EQ(Curve::sparse({}, 2).aggregated(size_t(1)), (Values{0, 0}));
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
      ASSERT_EQ(Counts.aggregated(Period),
                reference::aggregate(Parts, {}, Period));
      ASSERT_EQ(Rate.aggregated(Period),
                reference::aggregate(Parts, Wholes, Period));
    }
  }
}

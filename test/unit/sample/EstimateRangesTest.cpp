//===- EstimateRangesTest.cpp - how sure estimates are ------------------===//

#include "analysis/sample/MissRanges.h"
#include "analysis/sample/RatioEstimate.h"
#include "analysis/sample/WindowError.h"
#include "test/support/Test.h"

namespace {

TEST(StudentQuantile, IsThatOfTables) {
  const std::pair<size_t, double> Table[] = {
      {1, 12.7062}, {2, 4.3027},  {5, 2.5706},  {10, 2.2281}, {11, 2.2010},
      {15, 2.1314}, {20, 2.0860}, {30, 2.0423}, {60, 2.0003}, {120, 1.9799}};
  for (auto [Freedom, Value] : Table)
    EXPECT_NEAR(studentQuantile(Freedom), Value, 0.001) << Freedom;
  EXPECT_NEAR(studentQuantile(1'000'000'000), 1.95996, 0.0001);
}

TEST(Ratio, IsComputedByHand) {
  // R = 6 / 12; residuals 1 - 1, 3 - 2, 2 - 3; squares 2.
  Ratio R = ratioOf(std::vector{1.0, 3.0, 2.0}, std::vector{2.0, 4.0, 6.0}, 0);
  EXPECT_DOUBLE_EQ(R.Value, 0.5);
  EXPECT_NEAR(R.HalfWidth, 4.3027 * std::sqrt(3.0 / 2 * 2 / 144), 1e-9);
  Ratio Half =
      ratioOf(std::vector{1.0, 3.0, 2.0}, std::vector{2.0, 4.0, 6.0}, 0.5);
  EXPECT_NEAR(Half.HalfWidth, R.HalfWidth * std::sqrt(0.5), 1e-9);
}

TEST(Ratio, OfTheWholeRunIsSure) {
  Ratio R = ratioOf(std::vector{1.0, 3.0}, std::vector{2.0, 4.0}, 1);
  EXPECT_DOUBLE_EQ(R.HalfWidth, 0);
  EXPECT_DOUBLE_EQ(ratioOf(std::vector{5.0}, std::vector{10.0}, 1).HalfWidth,
                   0);
}

TEST(Ratio, OfOneWindowIsNotKnown) {
  Ratio R = ratioOf(std::vector{5.0}, std::vector{10.0}, 0.1);
  EXPECT_DOUBLE_EQ(R.Value, 0.5);
  EXPECT_LT(R.HalfWidth, 0);
  EXPECT_LT(ratioOf({}, {}, 0).HalfWidth, 0);
}

TEST(Ratio, OfNothingIsNothing) {
  Ratio R = ratioOf(std::vector{0.0, 0.0}, std::vector{0.0, 0.0}, 0.1);
  EXPECT_EQ(R.Value, 0);
  EXPECT_EQ(R.HalfWidth, 0);
}

/// A run of many windows in each of which a structure has some part of the
/// misses; which part changes from window to window.
struct Population {
  std::vector<double> Of, All;

  Population(std::mt19937_64 &Random, size_t Windows, double Spread) {
    std::normal_distribution<double> Noise(0, Spread);
    std::uniform_real_distribution<double> Size(500, 1500);
    for (size_t I = 0; I != Windows; ++I) {
      double Misses = Size(Random);
      double Share = std::clamp(0.3 + Noise(Random), 0.0, 1.0);
      Of.push_back(Share * Misses);
      All.push_back(Misses);
    }
  }
  double share() const {
    return std::accumulate(Of.begin(), Of.end(), 0.0) /
           std::accumulate(All.begin(), All.end(), 0.0);
  }
};

/// In which part of many samples the interval contains the truth.
double coverage(size_t Windows, double Spread) {
  constexpr size_t InAll = 2000, Trials = 2000;
  std::mt19937_64 Random(Windows);
  Population P(Random, InAll, Spread);
  std::vector<size_t> Order(InAll);
  std::iota(Order.begin(), Order.end(), size_t(0));
  size_t Inside = 0;
  for (size_t Trial = 0; Trial != Trials; ++Trial) {
    std::ranges::shuffle(Order, Random);
    std::vector<double> Of, All;
    for (size_t I = 0; I != Windows; ++I) {
      Of.push_back(P.Of[Order[I]]);
      All.push_back(P.All[Order[I]]);
    }
    Ratio R = ratioOf(Of, All, double(Windows) / double(InAll));
    Inside += std::abs(R.Value - P.share()) <= R.HalfWidth;
  }
  return double(Inside) / double(Trials);
}

TEST(Ratio, IntervalsContainTheTruthNineteenTimesOutOfTwenty) {
  for (size_t Windows : {5u, 12u, 40u, 400u})
    for (double Spread : {0.02, 0.1, 0.4}) {
      // Five windows of shares that are mostly 0 or 1 are far from normal.
      EXPECT_GT(coverage(Windows, Spread), Windows < 10 ? 0.9 : 0.925)
          << Windows << " " << Spread;
      EXPECT_LT(coverage(Windows, Spread), 0.975) << Windows << " " << Spread;
    }
}

/// A run in which one window of twenty has nearly all of a structure's misses.
TEST(Ratio, IntervalsContainTheTruthOfWhatIsRare) {
  constexpr size_t InAll = 4000, Trials = 3000;
  std::mt19937_64 Random(5);
  std::vector<double> Of(InAll), All(InAll, 1000);
  double Sum = 0;
  for (double &Each : Of)
    Sum += Each = Random() % 20 == 0 ? 400 : 2;
  for (auto [Windows, Least] :
       {std::pair{60u, 0.9}, {128u, 0.93}, {300u, 0.93}}) {
    size_t Inside = 0;
    for (size_t Trial = 0; Trial != Trials; ++Trial) {
      std::vector<double> Seen;
      for (size_t I = 0; I != Windows; ++I)
        Seen.push_back(Of[Random() % InAll]);
      Ratio R = ratioOf(Seen, std::span(All).first(Windows), 0);
      Inside += std::abs(R.Value - Sum / 1000 / InAll) <= R.HalfWidth;
    }
    EXPECT_GT(double(Inside) / Trials, Least) << Windows;
  }
}

/// A run of \p Periods stretches, each with a window: the first and the last
/// have the structure alone, or none of it.
TEST(WindowError, KnowsThatRunsBeginAndEndOtherwise) {
  std::mt19937_64 Random(9);
  size_t Inside = 0, Cases = 0;
  for (size_t Windows : {20u, 60u, 200u})
    for (double Share : {0.02, 0.1, 0.5, 0.98})
      for (int Trial = 0; Trial != 300; ++Trial) {
        std::normal_distribution<double> Near(Share, 0.01);
        std::vector<double> Of, All(Windows, 1000), Words(Windows, 1000);
        double Sum = 0;
        for (size_t W = 0; W != Windows; ++W) {
          Of.push_back(1000 * std::clamp(Near(Random), 0.0, 1.0));
          Sum += Of.back();
        }
        // Half a period on each side is seen by no window.
        double Ends = 0;
        for (int End = 0; End != 2; ++End)
          Ends += std::bernoulli_distribution(Share)(Random) ? 500 : 0;
        double Truth = (Sum + Ends) / (1000 * double(Windows + 1));
        SampledError E = windowError({Of, All, Words, 0.02, 0, 0});
        Inside += std::abs(Truth - Sum / (1000 * double(Windows))) * 1e6 <=
                  double(E.SharePpm);
        ++Cases;
      }
  EXPECT_GE(double(Inside), 0.95 * double(Cases));
}

/// Of structures that one stretch of the run has alone, those that no window
/// saw lie within what is said of them.
TEST(WindowError, HoldsWhatNoWindowSaw) {
  std::mt19937_64 Random(11);
  constexpr size_t Windows = 40, Trials = 4000;
  std::vector<double> Of(Windows), All(Windows, 1000), Words(Windows, 1000);
  SampledError E = windowError({Of, All, Words, 0.02, 0, 0});
  size_t Unseen = 0, Beyond = 0;
  for (size_t I = 0; I != Trials; ++I) {
    double Share = std::uniform_real_distribution(0.0, 0.3)(Random);
    bool Seen = false;
    for (size_t W = 0; W != Windows; ++W)
      Seen |= std::bernoulli_distribution(Share)(Random);
    Unseen += !Seen;
    Beyond += !Seen && Share * 1e6 > double(E.SharePpm);
  }
  ASSERT_GT(Unseen, 200u);
  EXPECT_LE(double(Beyond), 0.06 * double(Unseen));
  EXPECT_EQ(E.CountPpm, SampledError::Unknown);
}

constexpr size_t Ways = 4;

SetDistanceCounts nothing() {
  return {std::vector<uint64_t>(Ways), std::vector<uint64_t>(Ways), 0};
}

/// Touches whose lines are at each distance with a chance of their own, seen
/// since a moment that does not depend on it.
struct TouchPopulation {
  std::vector<double> Hazards;
  double Chance = 1; ///< to miss

  explicit TouchPopulation(std::mt19937_64 &Random) {
    for (size_t D = 0; D != Ways; ++D) {
      Hazards.push_back(std::uniform_real_distribution(0.05, 0.6)(Random));
      Chance *= 1 - Hazards.back();
    }
  }
  SetDistanceCounts draw(std::mt19937_64 &Random, size_t Touches,
                         size_t MostSeen) const {
    SetDistanceCounts C = nothing();
    for (size_t I = 0; I != Touches; ++I) {
      size_t Seen = std::min(Ways, size_t(Random() % (MostSeen + 1))), D = 0;
      while (D != Seen && !std::bernoulli_distribution(Hazards[D])(Random))
        ++D;
      if (D == Ways)
        ++C.Missed;
      else
        ++(D == Seen ? C.Open : C.Found)[D];
    }
    return C;
  }
};

TEST(MissChance, IsThePartThatMissedWhereNothingIsOpen) {
  Range R = missChance({{10, 20, 30, 15}, {0, 0, 0, 0}, 25});
  EXPECT_DOUBLE_EQ(R.Low, 0.25);
  EXPECT_DOUBLE_EQ(R.High, 0.25);
}

TEST(MissChance, IsAnythingWhereNothingIsKnown) {
  for (const SetDistanceCounts &C : {SetDistanceCounts(), nothing(),
                                     SetDistanceCounts{{0, 0}, {50, 0}, 0}}) {
    EXPECT_DOUBLE_EQ(missChance(C).Low, 0);
    EXPECT_DOUBLE_EQ(missChance(C).High, 1);
  }
}

TEST(MissChance, IsComputedByHand) {
  // 100 touches. At 0, 80 at risk, 40 are found; at 1, 30 at risk, 10 are.
  Range R = missChance({{40, 10}, {20, 10}, 20});
  double High0 = 1 - 40.0 / 82, High1 = 1 - 10.0 / 32;
  double Low0 = 1 - 42.0 / 82, Low1 = 1 - 12.0 / 32;
  EXPECT_NEAR(R.High,
              (20 + 20 * std::sqrt(High0 * High1) + 10 * std::sqrt(High1)) /
                  100,
              1e-12);
  EXPECT_NEAR(R.Low,
              (20 + 20 * Low0 * Low0 * Low1 * Low1 + 10 * Low1 * Low1) / 100,
              1e-12);
}

TEST(MissChance, ContainsTheTruth) {
  std::mt19937_64 Random(1);
  for (int I = 0; I != 200; ++I) {
    TouchPopulation P(Random);
    for (size_t MostSeen : {1, 3, 6, 40}) {
      Range R = missChance(P.draw(Random, 5000, MostSeen));
      // What is left to chance where nothing is open: three standard errors.
      double Chance = 3 * std::sqrt(P.Chance * (1 - P.Chance) / 5000);
      EXPECT_LE(R.Low, P.Chance + Chance) << MostSeen;
      EXPECT_GE(R.High, P.Chance - Chance) << MostSeen;
    }
  }
}

TEST(MissChance, IsSurerTheMoreWasSeen) {
  std::mt19937_64 Random(2);
  for (int I = 0; I != 50; ++I) {
    TouchPopulation P(Random);
    double Before = 1;
    for (size_t MostSeen : {1, 6, 40, 400}) {
      Range R = missChance(P.draw(Random, 20000, MostSeen));
      EXPECT_LE(R.Low, R.High);
      EXPECT_LT(R.High - R.Low, Before) << MostSeen;
      Before = R.High - R.Low;
    }
    EXPECT_LT(Before, 0.01);
  }
}

TEST(MissRanges, OfOuterLevelsFollowThoseBefore) {
  SetDistances::Table Counts;
  Counts[3][0] = {{60, 0}, {0, 0}, 40};
  Counts[3][1] = {{5, 5}, {0, 0}, 30};
  MissRanges Of(Counts, 10);
  EXPECT_TRUE(Of.known());
  Range First = Of.misses(3, 0, {});
  EXPECT_DOUBLE_EQ(First.Low, 400);
  EXPECT_DOUBLE_EQ(First.High, 400);
  Range Second = Of.misses(3, 1, {100, 400});
  EXPECT_DOUBLE_EQ(Second.Low, 75);
  EXPECT_DOUBLE_EQ(Second.High, 300);
  EXPECT_DOUBLE_EQ(Of.misses(4, 0, {}).High, 0);
  EXPECT_FALSE(MissRanges({}, 10).known());
}

TEST(MissRanges, GiveSharesAgainstTheOthersOppositeEnds) {
  Range R = shareOf({10, 30}, {20, 90});
  EXPECT_DOUBLE_EQ(R.Low, 0.1);
  EXPECT_DOUBLE_EQ(R.High, 0.6);
  EXPECT_DOUBLE_EQ(shareOf({0, 0}, {0, 0}).High, 0);
}

} // namespace

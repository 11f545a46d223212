//===- MissChanceTest.cpp - misses, from open touches too -----------------===//

#include "analysis/sample/MissRanges.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace memfacet;

namespace {

constexpr size_t Ways = 4;

SetDistanceCounts nothing() {
  return {std::vector<uint64_t>(Ways), std::vector<uint64_t>(Ways), 0};
}

/// Touches whose lines are at each distance with a chance of their own, seen
/// since a moment that does not depend on it.
struct Population {
  std::vector<double> Hazards;
  double Chance = 1; ///< to miss

  explicit Population(std::mt19937_64 &Random) {
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

} // namespace

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
    Population P(Random);
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
    Population P(Random);
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

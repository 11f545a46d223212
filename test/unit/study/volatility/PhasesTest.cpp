//===- PhasesTest.cpp - change points and phase types ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Phases.h"
#include "test/support/Test.h"

using Values = std::vector<double>;
using Points = std::vector<size_t>;

/// Pairs of a length and a level, with noise of a part of the level.
static Values levels(const std::vector<std::pair<size_t, double>> &Steps,
                     double Noise = 0) {
  std::mt19937_64 Random(10);
  std::normal_distribution<double> Normal;
  Values Result;
  for (auto [Length, Level] : Steps)
    for (size_t I = 0; I != Length; ++I)
      Result.push_back(Level * std::max(0.0, 1 + Noise * Normal(Random)));
  return Result;
}

/// Cost of \p Values divided before each of \p Changes: squared differences to
/// the segments' means, and a penalty for each change.
static double divisionCost(const Values &Values, const Points &Changes,
                           double Penalty) {
  Points Ends = Changes;
  Ends.push_back(Values.size());
  double Cost = Penalty * double(Changes.size());
  size_t First = 0;
  for (size_t Last : Ends) {
    double Mean = 0;
    for (size_t I = First; I != Last; ++I)
      Mean += Values[I] / double(Last - First);
    for (size_t I = First; I != Last; ++I)
      Cost += (Values[I] - Mean) * (Values[I] - Mean);
    First = Last;
  }
  return Cost;
}

/// The least cost of all 2^(n - 1) divisions.
static double leastDivisionCost(const Values &Values, double Penalty) {
  double Least = std::numeric_limits<double>::infinity();
  for (uint64_t Bits = 0; Bits != uint64_t(1) << (Values.size() - 1); ++Bits) {
    Points Changes;
    for (size_t I = 1; I != Values.size(); ++I)
      if (Bits >> (I - 1) & 1)
        Changes.push_back(I);
    Least = std::min(Least, divisionCost(Values, Changes, Penalty));
  }
  return Least;
}

TEST(ChangePointsTest, stepsAreFoundWhereTheyAre) {
  Values V = levels({{30, 10}, {50, 20}, {20, 5}}, 0.05);
  EXPECT_EQ(changePoints(V, usualPenalty(V)), (Points{30, 80}));
}

TEST(ChangePointsTest, constantAndNoiseHaveNone) {
  EXPECT_EQ(changePoints(Values(100, 3), usualPenalty(Values(100, 3))),
            Points{});
  Values Noise = levels({{2000, 10}}, 0.3);
  EXPECT_EQ(changePoints(Noise, usualPenalty(Noise)), Points{});
  EXPECT_EQ(changePoints({}, 1), Points{});
  EXPECT_EQ(changePoints(Values{4}, 1), Points{});
}

TEST(ChangePointsTest, noDivisionCostsLess) {
  std::mt19937_64 Random(11);
  for (int Round = 0; Round != 60; ++Round) {
    Values V(1 + Random() % 13);
    double Level = 0;
    for (double &Value : V) {
      if (Random() % 3 == 0)
        Level = double(Random() % 100);
      Value = Level + double(Random() % 20);
    }
    double Penalty = double(1 + Random() % 2000);
    Points Found = changePoints(V, Penalty);
    ASSERT_TRUE(std::ranges::is_sorted(Found));
    ASSERT_NEAR(divisionCost(V, Found, Penalty), leastDivisionCost(V, Penalty),
                1e-6);
  }
}

static Phases phases(const Values &V) { return phasesOf(Curve::values(V), 1); }

TEST(PhasesTest, flatCurvesHaveNone) {
  Phases P = phases(levels({{1000, 10}}, 0.05));
  EXPECT_EQ(P.Type, PhaseType::None);
  EXPECT_EQ(P.Initialisation, 0u);
  EXPECT_EQ(phases({}).Type, PhaseType::None);
  EXPECT_EQ(phases(levels({{1000, 0}})).Explained, 0);
}

TEST(PhasesTest, nothingPastInitialisation) {
  Phases P = phases(levels({{40, 2}, {60, 30}, {900, 10}}, 0.05));
  EXPECT_EQ(P.Initialisation, 100u);
  EXPECT_EQ(P.Type, PhaseType::None);
  EXPECT_EQ(P.Levels, 1u);
}

TEST(PhasesTest, levelsThatComeAgainAreNoInitialisation) {
  Phases P = phases(levels({{100, 2}, {400, 10}, {100, 2}, {400, 10}}));
  EXPECT_EQ(P.Initialisation, 0u);
  EXPECT_EQ(P.Type, PhaseType::Simple);
  EXPECT_EQ(P.Levels, 2u);
  EXPECT_EQ(P.Segments.size(), 4u);
  EXPECT_EQ(P.Explained, 1);
  EXPECT_EQ(P.Sharpness, 1);
}

TEST(PhasesTest, clearStepsAreSimple) {
  Phases P = phases(
      levels({{100, 50}, {200, 10}, {200, 20}, {200, 10}, {300, 20}}, 0.05));
  EXPECT_EQ(P.Initialisation, 100u);
  EXPECT_EQ(P.Type, PhaseType::Simple);
  EXPECT_EQ(P.Levels, 2u);
}

/// Each change is that of its own two levels.
TEST(PhasesTest, stairsAreSharpWhateverTheirHeight) {
  Phases P = phases(
      levels({{100, 1}, {200, 2}, {200, 4}, {200, 8}, {100, 1}, {200, 2}}));
  EXPECT_EQ(P.Segments.size(), 6u);
  EXPECT_EQ(P.Sharpness, 1);
}

TEST(PhasesTest, gradualChangesAreComplex) {
  Values Wave(1000);
  for (size_t I = 0; I != Wave.size(); ++I)
    Wave[I] = 10 + 8 * std::sin(double(I) / 30);
  EXPECT_EQ(phases(Wave).Type, PhaseType::Complex);
}

TEST(PhasesTest, longCurvesAreMadeShorter) {
  Phases P = phasesOf(Curve::values(levels({{49980, 1}, {50020, 9}})), 10);
  EXPECT_EQ(P.Period, 30);
  ASSERT_EQ(P.Segments.size(), 2u);
  EXPECT_EQ(P.Segments[1].First, 1666u);
  EXPECT_EQ(P.Segments[1].Last, 3333u);
}

/// Whatever is just enough, and just not.
TEST(PhasesTest, simplePhasesHaveTheirLimits) {
  auto TypeOf = [](size_t Length, const std::vector<double> &Levels) {
    std::vector<std::pair<size_t, double>> Parts;
    // Each level comes again, so that none is the initialisation.
    for (int Round = 0; Round != 2; ++Round)
      for (double Level : Levels)
        Parts.emplace_back(Length, Level);
    return phases(levels(Parts)).Type;
  };
  EXPECT_EQ(TypeOf(4, {10, 100}), PhaseType::Simple);
  EXPECT_EQ(TypeOf(3, {10, 100}), PhaseType::Complex);
  EXPECT_EQ(TypeOf(20, {100, 125, 156, 195, 244, 305}), PhaseType::Simple);
  EXPECT_EQ(TypeOf(20, {100, 125, 156, 195, 244, 305, 381}),
            PhaseType::Complex);
}

TEST(PhasesTest, levelsMayLieTogetherUpToATenth) {
  std::vector<PhaseSegment> Equal = {{0, 5, 0.9}, {5, 40, 1.0}},
                            Other = {{0, 5, 0.875}, {5, 40, 1.0}};
  EXPECT_EQ(initialisationOf(Equal), 0u);
  EXPECT_EQ(initialisationOf(Other), 5u);
  // At most a quarter of all.
  EXPECT_EQ(
      initialisationOf(std::vector<PhaseSegment>{{0, 10, 1}, {10, 40, 5}}),
      10u);
  EXPECT_EQ(
      initialisationOf(std::vector<PhaseSegment>{{0, 11, 1}, {11, 40, 5}}), 0u);
}

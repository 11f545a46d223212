//===- PeriodChoiceTest.cpp - the right sampling period -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/PeriodChoice.h"
#include "test/support/PlantedStreams.h"
#include "test/support/Test.h"
#include <cstdio>

using Values = std::vector<double>;

static Values square(size_t Length, double Wavelength) {
  Values Wave(Length);
  for (size_t I = 0; I != Length; ++I)
    Wave[I] = std::fmod(double(I), Wavelength) < Wavelength / 2 ? 1 : 9;
  return Wave;
}

static PeriodAnalysis analyse(const Values &V) {
  return analysePeriods(Curve::values(V), {});
}

TEST(PeriodChoiceTest, coarsePeriodBetweenRoundOnesIsFound) {
  // The paper's example: 7 million, where one looks at multiples of 10.
  PeriodAnalysis A = analyse(square(20000, 7));
  EXPECT_EQ(A.Choice.Reason, PeriodReason::Trough);
  EXPECT_EQ(A.Choice.Period, 7u);
  EXPECT_EQ(A.Choice.Multiple, 1u);
  ASSERT_EQ(A.Choice.Component, 0);
  EXPECT_NEAR(A.Components[0].Wavelength, 7, 0.001);
  EXPECT_GT(A.Profile.at(10), 0.1);
}

TEST(PeriodChoiceTest, brokenPeriodIsCalmWhereNoWholeOneIs) {
  // 9 of what is counted in pairs: 4.5 base periods.
  Values Wave(40000);
  for (size_t I = 0; I != 2 * Wave.size(); ++I)
    Wave[I / 2] += I % 9 >= 3 && I % 9 <= 5 ? 90 : 1;
  PeriodAnalysis A = analyse(Wave);
  EXPECT_EQ(A.Choice.Reason, PeriodReason::Trough);
  EXPECT_EQ(A.Choice.Multiple, 1u);
  EXPECT_NEAR(A.Choice.Exact, 4.5, 0.001);
  EXPECT_GT(A.Profile.at(4), 0.1);
  EXPECT_GT(A.Profile.at(5), 0.1);
  EXPECT_EQ(A.Choice.Calm, 9u);
  EXPECT_LE(A.Choice.Volatility, 0.1);
  EXPECT_EQ(A.Choice.Volatility,
            volatility(Curve::values(Wave).aggregated(A.Choice.Exact)));
}

TEST(PeriodChoiceTest, multipleOfABrokenPeriodIsKnownExactly) {
  PeriodAnalysis A = analyse(square(40000, 8.4));
  EXPECT_EQ(A.Choice.Reason, PeriodReason::Trough);
  EXPECT_EQ(A.Choice.Period, 17u);
  EXPECT_EQ(A.Choice.Multiple, 2u);
  EXPECT_NEAR(A.Choice.Exact, 16.8, 0.01);
}

TEST(PeriodChoiceTest, noneIsChosenForNothingConstantAndNoise) {
  EXPECT_EQ(analyse(Values(49, 1.0)).Choice.Reason, PeriodReason::Short);
  EXPECT_EQ(analyse(Values(5000, 0.0)).Choice.Reason, PeriodReason::Constant);
  EXPECT_EQ(analyse(Values(5000, 7.0)).Choice.Reason, PeriodReason::Constant);
  std::mt19937_64 Random(5);
  Values Noise(50000);
  for (double &Value : Noise)
    Value = double(500 + Random() % 1000);
  PeriodAnalysis A = analyse(Noise);
  EXPECT_EQ(A.Choice.Reason, PeriodReason::Noise);
  EXPECT_EQ(A.Choice.Period, 0u);
  EXPECT_TRUE(A.Components.empty());
  // It becomes calm all the same, by averaging.
  ASSERT_NE(A.Choice.Calm, 0u);
  EXPECT_LE(A.Profile.at(A.Choice.Calm), 0.1);
}

TEST(PeriodChoiceTest, noisyPhasesAreChosenByTheThreshold) {
  std::mt19937_64 Random(6);
  Values Phases(50000);
  for (size_t I = 0; I != Phases.size(); ++I)
    Phases[I] = double((I / 10000 % 2 ? 3000 : 1000) + Random() % 1000);
  PeriodAnalysis A = analyse(Phases);
  EXPECT_EQ(A.Choice.Reason, PeriodReason::Threshold);
  EXPECT_EQ(A.Choice.Period, A.Choice.Calm);
  EXPECT_GT(A.Profile.at(A.Choice.Period - 1), 0.1);
  EXPECT_EQ(A.Choice.Component, -1);
}

TEST(PeriodChoiceTest, wildCurvesHaveNoPeriod) {
  std::mt19937_64 Random(7);
  Values Wild(5000);
  double Level = 1;
  for (double &Value : Wild) {
    if (Random() % 2 == 0)
      Level = std::pow(10.0, double(Random() % 7));
    Value = Level;
  }
  PeriodAnalysis A = analyse(Wild);
  EXPECT_EQ(A.Choice.Reason, PeriodReason::Volatile);
  EXPECT_EQ(A.Choice.Period, 0u);
  EXPECT_EQ(A.Choice.Calm, 0u);
  EXPECT_EQ(A.Profile.at(A.Choice.Quietest),
            *std::ranges::min_element(A.Profile.Values));
}

TEST(PeriodChoiceTest, troughsOfPlantedStreamsAreMultiplesOfTheirPeriods) {
  using Kind = PlantedStream::Kind;
  StreamPlanter Planter(8);
  unsigned Troughs = 0, Explained = 0, Right = 0, OfNothing = 0, Noise = 0;
  for (size_t I = 0; I != 200; ++I) {
    Kind Truth = I % 4 == 0   ? Kind::None
                 : I % 4 == 1 ? Kind::One
                 : I % 4 == 2 ? Kind::Two
                              : Kind::Coarse;
    PlantedStream S = Planter.plant(Truth);
    PeriodAnalysis A = analysePeriods(Curve::counts(S.Counts), {});
    bool Trough = A.Choice.Reason == PeriodReason::Trough;
    Noise += Truth == Kind::None;
    OfNothing += Truth == Kind::None && Trough;
    if (Truth == Kind::None || !Trough)
      continue;
    ++Troughs;
    Explained += A.Choice.Component >= 0;
    Right += std::ranges::any_of(S.Wavelengths, [&](double Wavelength) {
      double Cycles = std::max(1.0, std::round(A.Choice.Exact / Wavelength));
      return std::abs(A.Choice.Exact - Cycles * Wavelength) <=
             0.01 * A.Choice.Exact;
    });
  }
  std::printf("%u troughs chosen, %u explained, %u at a multiple of a planted "
              "period; %u in %u streams without\n",
              Troughs, Explained, Right, OfNothing, Noise);
  EXPECT_GE(Troughs, 50u);
  EXPECT_GE(Explained, 0.9 * Troughs);
  EXPECT_GE(Right, 0.98 * Explained);
  EXPECT_LE(OfNothing, 0.02 * Noise);
}

static WeightedPeriods weighted(const PeriodAnalysis &A, double Weight) {
  return {&A, Weight};
}

static Values wild() {
  std::mt19937_64 Random(9);
  Values Result(30000);
  for (double &Value : Result)
    Value = std::pow(10.0, double(Random() % 9));
  return Result;
}

TEST(ProgramPeriodTest, structuresThatAgreeShareAPeriod) {
  PeriodAnalysis A = analyse(square(30000, 12)), B = analyse(square(30000, 18));
  std::vector<WeightedPeriods> Both = {weighted(A, 5), weighted(B, 4)};
  ProgramPeriod P = programPeriod(Both, 0.1);
  EXPECT_EQ(P.Choice.Period, 36u);
  EXPECT_EQ(P.Agrees, (std::vector<bool>{true, true}));
  EXPECT_EQ(P.AgreeingWeight, 1);
}

TEST(ProgramPeriodTest, thoseThatDoNotAgreeAreNamed) {
  PeriodAnalysis A = analyse(square(30000, 12)), B = analyse(square(30000, 24)),
                 C = analyse(wild());
  std::vector<WeightedPeriods> All = {weighted(A, 5), weighted(B, 4),
                                      weighted(C, 3)};
  ProgramPeriod P = programPeriod(All, 0.1);
  EXPECT_EQ(P.Choice.Period, 24u);
  EXPECT_EQ(P.Agrees, (std::vector<bool>{true, true, false}));
  EXPECT_DOUBLE_EQ(P.AgreeingWeight, 0.75);
}

TEST(ProgramPeriodTest, aFewCalmStructuresAreNoProgram) {
  PeriodAnalysis A = analyse(square(30000, 12)), B = analyse(wild());
  std::vector<WeightedPeriods> Both = {weighted(A, 4), weighted(B, 5)};
  ProgramPeriod P = programPeriod(Both, 0.1);
  EXPECT_EQ(P.Choice.Reason, PeriodReason::Volatile);
  EXPECT_EQ(P.Choice.Period, 0u);
  EXPECT_EQ(P.Agrees, (std::vector<bool>{false, false}));
  EXPECT_DOUBLE_EQ(P.AgreeingWeight, 4.0 / 9);
}

TEST(ProgramPeriodTest, noCurvesHaveNoPeriod) {
  EXPECT_EQ(programPeriod({}, 0.1).Choice.Period, 0u);
  PeriodAnalysis Short = analyse(Values(10, 1.0));
  std::vector<WeightedPeriods> Single = {weighted(Short, 1)};
  EXPECT_EQ(programPeriod(Single, 0.1).Choice.Reason, PeriodReason::Short);
}

TEST(PeriodChoiceTest, whatIsConstantIsNoNoise) {
  EXPECT_FALSE(isNoise(Values(100, 3.0)));
  EXPECT_FALSE(isNoise(Values(64, 0.0)));
}

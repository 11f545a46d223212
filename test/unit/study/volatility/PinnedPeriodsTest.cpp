//===- PinnedPeriodsTest.cpp - families, components, periods --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over many random cases, and all numbers of a few. See PinnedNumbers.h
// for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/study/volatility/PeriodChoice.h"
#include "analysis/support/Hash.h"
#include "test/unit/PinnedNumbers.h"
#include <numbers>

namespace {

using Values = std::vector<double>;

/// Lines at harmonics of one or two frequencies, sums of them, and others.
std::vector<SpectralLine> randomLines(SeededRandom &Random) {
  std::vector<SpectralLine> Lines;
  double Width = 1e-4 * (1 + 5 * Random.uniform());
  auto Add = [&](double Place, double Power) {
    Place = std::abs(Place - std::round(Place));
    Lines.push_back({Place + (Random.uniform() - 0.5) * 2 * Width,
                     Width * (0.5 + Random.uniform()),
                     Power * (0.1 + Random.uniform()), 1 + 5 * Random.uniform(),
                     Random.below(6) == 0});
  };
  double First = 0.01 + 0.3 * Random.uniform(),
         Second = 0.01 + 0.3 * Random.uniform();
  for (unsigned I = 1; I <= 1 + Random.below(12); ++I)
    if (Random.below(4) != 0)
      Add(I * First, Random.below(3) ? 1.0 / I : 3);
  for (unsigned I = 1; I <= Random.below(5); ++I)
    Add(I * Second, 2.0 / I);
  if (Random.below(2))
    Add(First + Second, 0.3), Add(2 * First - Second, 0.2);
  for (size_t I = Random.below(3); I != 0; --I)
    Add(0.5 * Random.uniform(), Random.uniform());
  return Lines;
}

TEST(PinnedFamilies, OfRandomLines) {
  SeededRandom Random(1);
  NumberSum Count, Frequency, Width, Power, Lines, Significance;
  for (int Round = 0; Round != 1500; ++Round) {
    double Least = 0.005 * double(Random.below(4));
    auto Found = familiesOf(randomLines(Random), Least);
    Count.add(double(Found.size()));
    for (const LineFamily &F : Found) {
      Frequency.add(F.Frequency), Width.add(F.Width);
      Power.add(F.Power), Lines.add(F.Lines);
      Significance.add(F.Significance);
    }
  }
  PinnedNumbers Numbers;
  Numbers.row("count", Count.sum()).row("frequency", Frequency.sum());
  Numbers.row("width", Width.sum()).row("power", Power.sum());
  Numbers.row("lines", Lines.sum()).row("significance", Significance.sum());
  expectPinned(Numbers, R"(
count: 1917899
frequency: 1449.67903
width: 1.91435491
power: 8935.16385
lines: 4255590
significance: 27005.0817
)");
}

/// A harmonic that stands out is a family of its own, and is no part of the
/// other one's power.
TEST(Families, OfAnOuterAndAnInnerLoop) {
  std::vector<SpectralLine> Lines;
  for (unsigned I = 1; I <= 9; ++I)
    Lines.push_back({0.01 * I, 1e-5, I == 4 ? 20.0 : 1, double(I)});
  auto Found = familiesOf(Lines, 0.001);
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Lines, 9u);
  EXPECT_DOUBLE_EQ(Found[0].Power, 8);
  EXPECT_NEAR(Found[0].Frequency, 0.01, 1e-12);
  EXPECT_DOUBLE_EQ(Found[0].Width, 1e-5 / 9);
  EXPECT_DOUBLE_EQ(Found[1].Frequency, 0.04);
  EXPECT_DOUBLE_EQ(Found[1].Power, 20);
  EXPECT_EQ(Found[1].Lines, 1u);
  EXPECT_DOUBLE_EQ(Found[1].Significance, 4);
  // Not where the lowest frequency may not be so low.
  EXPECT_EQ(familiesOf(Lines, 0.011)[0].Lines, 4u);
}

/// A wave with a second one, a drift, and noise.
Values made(SeededRandom &Random, size_t Length) {
  double Period = 5 + 60 * Random.uniform(), Other = Period / 3.7;
  double Drift = Random.below(3) ? 0 : 0.1 * (Random.uniform() - 0.5);
  double Noise = 0.5 * Random.uniform(), Part = 0.2 + 0.6 * Random.uniform();
  double Second = Random.below(2) ? 0.6 * Random.uniform() : 0;
  double Phase = 0;
  Values V(Length);
  for (size_t I = 0; I != Length; ++I) {
    Phase += 1 / (Period * (1 + Drift * (double(I) / double(Length) - 0.5)));
    double Sine = std::sin(2 * std::numbers::pi * double(I) / Other);
    V[I] = 2 + (Phase - std::floor(Phase) < Part ? 1 : 0) + Second * Sine +
           Noise * (Random.uniform() - 0.5);
  }
  return V;
}

TEST(PinnedComponents, OfRandomWaves) {
  SeededRandom Random(2);
  NumberSum Count, Wavelength, Error, Share, Amplitude, Harmonics, Significance;
  for (int Round = 0; Round != 60; ++Round) {
    // Some are a power of two long, and some just as long as needed.
    size_t Length = Round % 7 == 0   ? 64 + Random.below(3)
                    : Round % 7 == 1 ? 2048
                                     : 300 + Random.below(3000);
    auto Found = componentsOf(Curve::values(made(Random, Length)));
    Count.add(double(Found.size()));
    for (const Component &C : Found) {
      Wavelength.add(C.Wavelength), Error.add(C.Error), Share.add(C.Share);
      Amplitude.add(C.Amplitude), Harmonics.add(C.Harmonics);
      Significance.add(std::log(C.Significance));
    }
  }
  PinnedNumbers Numbers;
  Numbers.row("count", Count.sum()).row("wavelength", Wavelength.sum());
  Numbers.row("error", Error.sum()).row("share", Share.sum());
  Numbers.row("amplitude", Amplitude.sum()).row("harmonics", Harmonics.sum());
  Numbers.row("significance", Significance.sum());
  expectPinned(Numbers, R"(
count: 2175
wavelength: 1706.21664
error: 2.51487793
share: 46.6541806
amplitude: 11.1868054
harmonics: 24244
significance: 423.753054
)");
}

TEST(PinnedComponents, OfADriftingWave) {
  Values V(6000);
  SeededRandom Random(3);
  double Phase = 0;
  for (size_t I = 0; I != V.size(); ++I) {
    Phase += 1 / (30 * (1 + 0.06 * double(I) / double(V.size())));
    V[I] = 5 + std::cos(2 * std::numbers::pi * Phase) + (I % 11 < 3 ? 0.7 : 0) +
           0.3 * Random.uniform();
  }
  PinnedNumbers Numbers;
  for (const Component &C : componentsOf(Curve::values(V)))
    Numbers.row("component", C.Wavelength, C.Error, C.Share, C.Amplitude,
                C.Harmonics, C.Significance);
  expectPinned(Numbers, R"(
component: 30.9001052 0.421038384 0.803445218 0.130438068 1 2749.99863
component: 11.0000056 0.00147705228 0.160346802 0.0582715237 5 636.080294
)");
}

/// What repeats in itself more or less is no noise; how long it must be.
TEST(PinnedNoise, OfRandomSequences) {
  SeededRandom Random(4);
  PinnedNumbers Numbers;
  for (size_t Length : {63, 64, 65, 500})
    for (double Keep : {0.0, 0.2, 0.4}) {
      unsigned Noise = 0;
      NumberSum Verdicts;
      for (int Round = 0; Round != 60; ++Round) {
        Values V(Length);
        double Previous = 0;
        for (double &Value : V)
          Value = Previous = Keep * Previous + Random.uniform();
        bool Verdict = isNoise(V);
        Noise += Verdict;
        Verdicts.add(Verdict);
      }
      Numbers.row(fmt::format("{} {}", Length, Keep), Noise, Verdicts.sum());
    }
  expectPinned(Numbers, R"(
63 0: 0 0
63 0.2: 0 0
63 0.4: 0 0
64 0: 60 1830
64 0.2: 60 1830
64 0.4: 51 1574
65 0: 58 1795
65 0.2: 51 1661
65 0.4: 31 845
500 0: 60 1830
500 0.2: 9 201
500 0.4: 0 0
)");
}

/// Returns values in 64ths, so that many are equal, and equal to the threshold.
VolatilityProfile randomProfile(SeededRandom &Random, size_t Longest) {
  VolatilityProfile V;
  double Level = double(20 + Random.below(20));
  for (size_t P = 0; P != Longest; ++P) {
    if (Random.below(4) == 0)
      Level = double(Random.below(40));
    V.Values.push_back(std::max(0.0, Level - double(Random.below(5))) / 64);
  }
  return V;
}

std::vector<Component> randomComponents(SeededRandom &Random) {
  std::vector<Component> Result;
  for (size_t I = Random.below(3); I != 0; --I) {
    double Period = 1 + 12 * Random.uniform();
    if (Random.below(3) == 0)
      Period = std::round(Period * 2) / 2;
    Result.push_back({Period, 0, 0.1, 0.1, 1, 3});
  }
  return Result;
}

void addChoice(NumberSum &Sum, const PeriodChoice &C) {
  for (double Number : {double(C.Reason), double(C.Period), C.Exact,
                        C.Volatility, double(C.Component), double(C.Multiple),
                        double(C.Calm), double(C.Quietest)})
    Sum.add(Number);
}

TEST(PinnedChoices, OfRandomProfiles) {
  SeededRandom Random(5);
  NumberSum Sum;
  std::array<unsigned, 6> Reasons = {};
  for (int Round = 0; Round != 4000; ++Round) {
    VolatilityProfile V = randomProfile(Random, Random.below(40));
    auto Components = randomComponents(Random);
    double Threshold = double(1 + Random.below(12)) / 64;
    PeriodChoice C = choosePeriod(V, Components, Threshold);
    ++Reasons[size_t(C.Reason)];
    addChoice(Sum, C);
  }
  PinnedNumbers Numbers;
  Numbers.row("reasons", Reasons).row("choices", Sum.sum());
  expectPinned(Numbers, R"(
reasons: 118 0 0 1403 861 1618
choices: 182431.834
)");
}

TEST(PinnedChoices, OfRandomPrograms) {
  SeededRandom Random(6);
  NumberSum Choices, Agrees, Weights, Envelope, Components;
  for (int Round = 0; Round != 1500; ++Round) {
    std::vector<PeriodAnalysis> All(Random.below(5));
    std::vector<WeightedPeriods> Curves;
    for (PeriodAnalysis &A : All) {
      A.Profile = randomProfile(Random, Random.below(12));
      A.Profile.Percentile = double(80 + Random.below(20));
      A.Components = randomComponents(Random);
      Curves.push_back({&A, double(Random.below(5))});
    }
    ProgramPeriod P = programPeriod(Curves, double(Random.below(20)) / 64);
    addChoice(Choices, P.Choice);
    for (bool Value : P.Agrees)
      Agrees.add(Value);
    Weights.add(P.AgreeingWeight);
    Envelope.add(P.Envelope.Percentile);
    for (double Value : P.Envelope.Values)
      Envelope.add(Value);
    Components.add(double(P.Components.size()));
  }
  PinnedNumbers Numbers;
  Numbers.row("choices", Choices.sum()).row("agrees", Agrees.sum());
  Numbers.row("weights", Weights.sum()).row("envelope", Envelope.sum());
  Numbers.row("components", Components.sum());
  expectPinned(Numbers, R"(
choices: 12610.859
agrees: 188775
weights: 426.681466
envelope: 201442.282
components: 927334
)");
}

/// The period at which both are calm is the longest that the shorter curve
/// has a volatility for.
TEST(ProgramPeriods, MayBeTheLongest) {
  PeriodAnalysis A, B;
  A.Profile.Values = {0.5, 0.5, 0.05};
  B.Profile.Values = {0.5, 0.05, 0.05, 0.05};
  WeightedPeriods Both[] = {{&A, 1}, {&B, 1}};
  ProgramPeriod P = programPeriod(Both, 0.1);
  EXPECT_EQ(P.Choice.Period, 3u);
  EXPECT_EQ(P.AgreeingWeight, 1);
  EXPECT_EQ(P.Envelope.Values, (Values{0.5, 0.5, 0.05}));
}

TEST(PinnedAnalyses, OfWaves) {
  PinnedNumbers Numbers;
  SeededRandom Random(7);
  for (double Period : {4.5, 8.4, 13.0, 27.3}) {
    Values V(2500);
    for (size_t I = 0; I != V.size(); ++I)
      for (size_t Step = 0; Step != 8; ++Step) {
        double Phase = (double(I) + double(Step) / 8) / Period;
        V[I] += Phase - std::floor(Phase) < 0.375 ? 7 : 1;
      }
    for (double Noise : {0.0, 1.0}) {
      for (double &Value : V)
        Value += Noise * Random.uniform();
      PeriodAnalysis A = analysePeriods(Curve::values(V), {0.1, 90});
      const PeriodChoice &C = A.Choice;
      Numbers.row(fmt::format("{} {}", Period, Noise), C.Reason, C.Period,
                  C.Exact, C.Volatility, C.Component, C.Multiple, C.Calm,
                  C.Quietest);
    }
  }
  expectPinned(Numbers, R"(
4.5 0: 5 9 8.9998542 0 0 2 9 9
4.5 1: 5 9 8.99986106 0.00866321994 0 2 9 36
8.4 0: 5 8 8.39986872 0.0272727273 0 1 8 42
8.4 1: 5 8 8.39985091 0.0369425199 0 1 8 42
13 0: 5 13 12.9997933 0 0 1 13 13
13 1: 5 13 12.999776 0.00648678583 0 1 13 39
27.3 0: 5 27 27.2995553 0.00862068966 0 1 26 28
27.3 1: 5 27 27.2998432 0.0105211284 0 1 26 27
)");
}

} // namespace

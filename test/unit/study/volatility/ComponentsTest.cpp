//===- ComponentsTest.cpp - spectra; planted waves are found --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Components.h"
#include "analysis/study/volatility/Spectrum.h"
#include "test/support/PlantedStreams.h"
#include "test/support/Test.h"
#include <cstdio>
#include <numbers>

namespace {

using Complex = std::complex<double>;

TEST(FourierTest, transformIsThatOfTheDefinition) {
  std::mt19937_64 Random(3);
  for (size_t Length : {2, 4, 32, 256}) {
    std::vector<Complex> Values(Length);
    for (Complex &Value : Values)
      Value = {double(Random() % 200) - 100, double(Random() % 200) - 100};
    std::vector<Complex> Slow(Length);
    for (size_t K = 0; K != Length; ++K)
      for (size_t N = 0; N != Length; ++N)
        Slow[K] +=
            Values[N] * std::polar(1.0, -2 * std::numbers::pi * double(K * N) /
                                            double(Length));
    Fourier(Length).transform(Values);
    for (size_t K = 0; K != Length; ++K)
      ASSERT_NEAR(std::abs(Values[K] - Slow[K]), 0, 1e-8) << K;
  }
}

TEST(SpectrumTest, powersAddUpToTheVariance) {
  std::vector<double> Wave(5000);
  for (size_t I = 0; I != Wave.size(); ++I)
    Wave[I] = 7 + 3 * std::sin(2 * std::numbers::pi * double(I) / 37.3);
  Spectrum S = spectrumOf(Wave, 1024);
  EXPECT_EQ(S.Segments, 9u); // 5000 - 1024 is 7.8 halves
  EXPECT_NEAR(std::reduce(S.Power.begin(), S.Power.end()), 4.5, 0.02);
}

TEST(SpectrumTest, slopesHaveNoPower) {
  std::vector<double> Ramp(2048);
  std::iota(Ramp.begin(), Ramp.end(), 5.0);
  Spectrum S = spectrumOf(Ramp, 1024);
  EXPECT_NEAR(std::reduce(S.Power.begin(), S.Power.end()), 0, 1e-9);
}

TEST(SpectrumTest, lineIsFoundBetweenTheFrequencies) {
  std::mt19937_64 Random(4);
  std::normal_distribution<double> Noise;
  std::vector<double> Wave(8192);
  for (size_t I = 0; I != Wave.size(); ++I)
    Wave[I] = Noise(Random) +
              std::sin(2 * std::numbers::pi * double(I) * 100.3 / 4096);
  Spectrum S = spectrumOf(Wave, 4096);
  auto Lines = linesOf(S, backgroundOf(S), 12, 0);
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_NEAR(Lines[0].Frequency * 4096, 100.3, 0.1);
  EXPECT_NEAR(Lines[0].Power, 0.5, 0.05);
}

/// Makes a wave of \p Wavelength base periods, high in \p Part of it.
std::vector<double> square(size_t Length, double Wavelength, double Part) {
  std::vector<double> Values(Length);
  for (size_t I = 0; I != Length; ++I)
    Values[I] = std::fmod(double(I), Wavelength) < Part * Wavelength ? 90 : 10;
  return Values;
}

TEST(ComponentsTest, squareWaveIsOneComponentWithItsHarmonics) {
  auto Found = componentsOf(Curve::values(square(20000, 70, 0.3)));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_NEAR(Found[0].Wavelength, 70, 0.01);
  EXPECT_GT(Found[0].Harmonics, 5u);
  EXPECT_GT(Found[0].Share, 0.95);
}

TEST(ComponentsTest, brokenPeriodsAreFoundExactly) {
  auto Found = componentsOf(Curve::values(square(20000, 7.25, 0.4)));
  ASSERT_FALSE(Found.empty());
  EXPECT_NEAR(Found[0].Wavelength, 7.25, 0.005);
}

TEST(ComponentsTest, outerLoopDoesNotHideTheInnerOne) {
  std::vector<double> Values = square(30000, 240, 0.5);
  for (size_t I = 0; I != Values.size(); ++I)
    Values[I] += I % 40 < 20 ? 100 : 0;
  auto Found = componentsOf(Curve::values(Values));
  ASSERT_GE(Found.size(), 2u);
  EXPECT_NEAR(Found[0].Wavelength, 240, 0.1);
  EXPECT_NEAR(Found[1].Wavelength, 40, 0.1);
}

TEST(ComponentsTest, nothingRepeatsInWhatIsConstantOrShort) {
  EXPECT_TRUE(componentsOf(Curve()).empty());
  EXPECT_TRUE(
      componentsOf(Curve::values(std::vector<double>(5000, 0))).empty());
  EXPECT_TRUE(
      componentsOf(Curve::values(std::vector<double>(5000, 3))).empty());
  EXPECT_TRUE(componentsOf(Curve::values(square(63, 4, 0.5))).empty());
}

TEST(ComponentsTest, rateOfTwoCurvesHasComponents) {
  std::vector<double> Whole(20000, 100);
  Curve Rate =
      Curve::rate(Curve::values(square(20000, 50, 0.5)), Curve::values(Whole));
  auto Found = componentsOf(Rate);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_NEAR(Found[0].Wavelength, 50, 0.05);
}

struct Tally {
  unsigned Streams = 0, Planted = 0, Recovered = 0, WithMore = 0;
};

/// 1,000 streams; what is right within 1 % counts as recovered.
TEST(ComponentsTest, plantedPeriodsAreRecoveredAndNoneIsInvented) {
  using Kind = PlantedStream::Kind;
  constexpr Kind Kinds[] = {Kind::One,      Kind::Two,   Kind::Coarse,
                            Kind::Drifting, Kind::Noisy, Kind::None,
                            Kind::None};
  StreamPlanter Planter(1);
  std::map<std::string, Tally> ByName;
  for (size_t I = 0; I != 1000; ++I) {
    PlantedStream S = Planter.plant(Kinds[I % std::size(Kinds)]);
    auto Found = componentsOf(Curve::counts(S.Counts));
    Tally &T = ByName[S.Name];
    ++T.Streams;
    T.Planted += unsigned(S.Wavelengths.size());
    for (double Wavelength : S.Wavelengths)
      T.Recovered += std::ranges::any_of(Found, [&](const Component &C) {
        return std::abs(C.Wavelength - Wavelength) <= 0.01 * Wavelength;
      });
    T.WithMore += Found.size() > S.Wavelengths.size();
  }
  Tally Signal, Empty;
  for (const auto &[Name, T] : ByName) {
    std::printf("%-14s %4u streams %4u planted %4u recovered, more found in "
                "%u\n",
                Name.c_str(), T.Streams, T.Planted, T.Recovered, T.WithMore);
    Tally &Sum = T.Planted ? Signal : Empty;
    Sum.Streams += T.Streams, Sum.Planted += T.Planted;
    Sum.Recovered += T.Recovered, Sum.WithMore += T.WithMore;
  }
  std::printf("recovered %.2f %% of %u planted waves; found some in %.2f %% "
              "of %u streams without\n",
              100.0 * Signal.Recovered / Signal.Planted, Signal.Planted,
              100.0 * Empty.WithMore / Empty.Streams, Empty.Streams);
  EXPECT_GE(Signal.Recovered, 0.95 * Signal.Planted);
  EXPECT_LE(Empty.WithMore, 0.02 * Empty.Streams);
}

/// Two and three times 0.37 cycles per base period are more than half a cycle:
/// they look like 1 - 0.74 and 1.11 - 1.
TEST(Families, HarmonicsThatAreFoldedBackBelongToTheirs) {
  std::vector<LineFamily> Found = familiesOf(
      {{0.37, 1e-4, 10, 9}, {0.26, 1e-4, 5, 8}, {0.11, 1e-4, 3, 7}}, 0);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_DOUBLE_EQ(Found[0].Frequency, 0.37);
  EXPECT_EQ(Found[0].Lines, 3u);
  EXPECT_DOUBLE_EQ(Found[0].Power, 18);
}

/// 0.1 + 0.17 is 0.27; how far off a line may be is the sum of all widths.
TEST(Families, SumsOfTwoBelongToThemWithinTheirWidths) {
  auto Count = [](double Frequency) {
    constexpr double Width = 5e-4;
    return familiesOf({{0.1, Width, 10, 9},
                       {0.17, Width, 10, 9},
                       {Frequency, Width, 1, 8}},
                      0)
        .size();
  };
  EXPECT_EQ(Count(0.27), 2u);
  EXPECT_EQ(Count(0.27 + 0.0012), 2u);
  EXPECT_EQ(Count(0.27 + 0.0018), 3u);
}

TEST(ComponentsTest, sixtyFourPointsAreEnough) {
  EXPECT_FALSE(componentsOf(Curve::values(square(64, 4, 0.5))).empty());
  EXPECT_TRUE(componentsOf(Curve::values(square(63, 4, 0.5))).empty());
}

/// A lower first harmonic must explain 3 % more, and a harmonic must be more
/// than four times as strong as its neighbours, to be taken for what it is.
TEST(Families, LimitsThatAreJustReachedAreNotPassed) {
  auto Lines = [](double Power) {
    return familiesOf({{0.2, 1e-5, 100, 9}, {0.1, 1e-5, Power, 8}}, 0.001)[0]
        .Lines;
  };
  EXPECT_EQ(Lines(2.9), 1u);
  EXPECT_EQ(Lines(3), 1u);
  EXPECT_EQ(Lines(3.1), 2u);
  auto Inner = [](double Power) {
    std::vector<SpectralLine> All;
    for (unsigned I = 1; I <= 9; ++I)
      All.push_back({0.01 * I, 1e-5, I == 4 ? Power : 5, 9});
    return familiesOf(All, 0.001).size();
  };
  EXPECT_EQ(Inner(19), 1u);
  EXPECT_EQ(Inner(20), 1u);
  EXPECT_EQ(Inner(21), 2u);
}

} // namespace

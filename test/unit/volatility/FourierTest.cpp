//===- FourierTest.cpp - transforms and spectra ---------------------------===//

#include "analysis/volatility/Spectrum.h"
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <numeric>
#include <random>

using namespace memfacet;

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

//===- WaveletTest.cpp - pictures and their coefficients ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/Wavelet.h"
#include "test/support/Test.h"

namespace {

using Row = std::vector<float>;

TEST(Wavelet, ThePapersExample) {
  Row Values = {8, 6, 2, 4};
  haar(Values);
  EXPECT_EQ(Values, (Row{5, 2, 1, -1}));
}

TEST(Wavelet, RowsThenColumns) {
  // Rows become (2, -1), (5, -2); columns: means and half differences.
  Row Square = {1, 3, 3, 7};
  haar(Square, 2);
  EXPECT_EQ(Square, (Row{3.5f, -1.5f, -1.5f, 0.5f}));
}

/// What was averaged and differenced is there again: no information is lost.
Row inverse(Row Values) {
  for (size_t Length = 2; Length <= Values.size(); Length *= 2) {
    Row Next(Length);
    for (size_t I = 0; I != Length / 2; ++I) {
      Next[2 * I] = Values[I] + Values[Length / 2 + I];
      Next[2 * I + 1] = Values[I] - Values[Length / 2 + I];
    }
    std::copy(Next.begin(), Next.end(), Values.begin());
  }
  return Values;
}

TEST(Wavelet, TheTransformCanBeUndone) {
  std::mt19937 Random(1);
  for (size_t Size = 1; Size <= 256; Size *= 2) {
    Row Values(Size);
    for (float &X : Values)
      X = float(Random() % 1024); // halves of these are exact
    Row Copy = Values;
    haar(Copy);
    EXPECT_EQ(inverse(Copy), Values) << Size;
  }
}

TEST(Wavelet, AreasKeepTheMean) {
  // 20 columns of 5 rows, column by column, as 16 x 4... each new dot is the
  // mean of what it covers: 1.25 of each.
  Row Dots(20 * 20);
  for (size_t C = 0; C != 20; ++C)
    for (size_t R = 0; R != 20; ++R)
      Dots[C * 20 + R] = float(C);
  Row Small = scaled(Dots, 20, 20, 16, Shrinking::Area);
  // The first covers column 0 and a quarter of column 1.
  EXPECT_FLOAT_EQ(Small[0], 0.25f / 1.25f);
  // The second, the rest of column 1 and half of column 2.
  EXPECT_FLOAT_EQ(Small[1], (0.75f * 1 + 0.5f * 2) / 1.25f);
  float Sum = 0;
  for (float X : Small)
    Sum += X;
  EXPECT_NEAR(Sum / 256, 9.5f, 1e-4);
}

TEST(Wavelet, RowsOfAPictureOf400AreTakenBy25) {
  std::mt19937 Random(2);
  Row Fine(400 * 16), Coarse(16 * 16);
  for (size_t C = 0; C != 16; ++C)
    for (size_t R = 0; R != 400; ++R) {
      Fine[C * 400 + R] = float(Random() % 9);
      Coarse[R / 25 * 16 + C] += Fine[C * 400 + R] / 25;
    }
  Row Small = scaled(Fine, 400, 16, 16, Shrinking::Area);
  for (size_t I = 0; I != Small.size(); ++I)
    EXPECT_NEAR(Small[I], Coarse[I], 1e-4) << I;
}

TEST(Wavelet, NearestTakesADotAsItIs) {
  Row Dots(4 * 4);
  for (size_t I = 0; I != Dots.size(); ++I)
    Dots[I] = float(I);
  // Columns 1 and 3 of rows 1 and 3.
  EXPECT_EQ(scaled(Dots, 4, 4, 2, Shrinking::Nearest), (Row{5, 13, 7, 15}));
}

TEST(Wavelet, WeightsFollowTheBands) {
  // bin(i, j) = min(max(level(i), level(j)), 5), level(i) = floor(log2(i + 1)).
  EXPECT_FLOAT_EQ(waveletWeight(0, 0, Bands::Paper), 4.04f);
  EXPECT_FLOAT_EQ(waveletWeight(2, 1, Bands::Paper), 0.78f);
  EXPECT_FLOAT_EQ(waveletWeight(0, 3, Bands::Paper), 0.46f);
  EXPECT_FLOAT_EQ(waveletWeight(14, 3, Bands::Paper), 0.42f);
  EXPECT_FLOAT_EQ(waveletWeight(15, 0, Bands::Paper), 0.41f);
  EXPECT_FLOAT_EQ(waveletWeight(63, 0, Bands::Paper), 0.32f);
  EXPECT_FLOAT_EQ(waveletWeight(0, 1, Bands::Haar), 0.78f);
  EXPECT_FLOAT_EQ(waveletWeight(2, 3, Bands::Haar), 0.46f);
  EXPECT_FLOAT_EQ(waveletWeight(8, 15, Bands::Haar), 0.41f);
}

TEST(Wavelet, ASignatureIsWeightedCoefficients) {
  Row Dots = {8, 6, 2, 4}; // 2 rows, 2 columns: columns (8 6) and (2 4)
  WaveletOptions Options;
  Options.Size = 2;
  Row S = waveletSignature(Dots, 2, 2, Options);
  // The square is [8 2; 6 4]; rows (5, 3), (5, 1); columns (5, 0), (2, 1).
  EXPECT_FLOAT_EQ(S[0], 5 * 4.04f);
  EXPECT_FLOAT_EQ(S[1], 2 * 0.78f);
  EXPECT_FLOAT_EQ(S[2], 0);
  EXPECT_FLOAT_EQ(S[3], 1 * 0.78f);
  Options.Saturation = 5;
  EXPECT_FLOAT_EQ(waveletSignature(Dots, 2, 2, Options)[0], 4 * 4.04f);
}

} // namespace

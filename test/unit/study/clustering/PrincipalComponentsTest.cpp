//===- PrincipalComponentsTest.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/PrincipalAxes.h"
#include "test/support/Test.h"

namespace {

TEST(PrincipalComponents, ALineHasOneDimension) {
  // Along (3, 4), around (10, 20).
  std::vector<float> Rows;
  for (int I = -2; I <= 2; ++I) {
    Rows.push_back(10 + 3 * float(I));
    Rows.push_back(20 + 4 * float(I));
  }
  std::vector<float> First = principalComponents(Rows, 2, 1);
  ASSERT_EQ(First.size(), 5u);
  for (int I = -2; I <= 2; ++I)
    EXPECT_NEAR(First[size_t(I + 2)], 5 * I, 1e-5);
}

double squaredDistance(const std::vector<float> &Rows, size_t Width, size_t A,
                       size_t B) {
  double Sum = 0;
  for (size_t D = 0; D != Width; ++D) {
    double X = Rows[A * Width + D] - Rows[B * Width + D];
    Sum += X * X;
  }
  return Sum;
}

TEST(PrincipalComponents, AllOfThemKeepDistancesAndFewerAddUpToLess) {
  std::mt19937 Random(1);
  std::normal_distribution<float> Noise;
  constexpr size_t Width = 6, Count = 40;
  std::vector<float> Rows;
  for (size_t I = 0; I != Count * Width; ++I)
    Rows.push_back(Noise(Random) * float(1 + I % Width));
  std::vector<float> All = principalComponents(Rows, Width, Width);
  for (size_t A = 0; A != Count; ++A)
    for (size_t B = 0; B != Count; ++B)
      EXPECT_NEAR(squaredDistance(All, Width, A, B),
                  squaredDistance(Rows, Width, A, B), 1e-3);
  // Each component varies less than the one before, and fewer are the same.
  std::vector<float> Three = principalComponents(Rows, Width, 3);
  double Previous = HUGE_VAL;
  for (size_t D = 0; D != Width; ++D) {
    double Sum = 0;
    for (size_t I = 0; I != Count; ++I) {
      Sum += double(All[I * Width + D]) * double(All[I * Width + D]);
      if (D < 3)
        EXPECT_NEAR(Three[I * 3 + D], All[I * Width + D], 1e-4);
    }
    EXPECT_LE(Sum, Previous);
    Previous = Sum;
  }
}

} // namespace

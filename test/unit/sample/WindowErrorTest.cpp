//===- WindowErrorTest.cpp - how sure counts from windows are -------------===//

#include "analysis/sample/WindowError.h"
#include "analysis/sample/RatioEstimate.h"
#include "test/support/Test.h"

namespace {

/// Numerators 0, 0, 0, 4 of 1 each: the ratio is 1, deviations are -1, -1, -1
/// and 3.
TEST(RatioEstimate, ASkewedSampleByHand) {
  double Numerators[] = {0, 0, 0, 4}, Denominators[] = {1, 1, 1, 1};
  Ratio R = ratioOf(Numerators, Denominators, 0);
  EXPECT_DOUBLE_EQ(R.Value, 1);
  double T = 3.182446; // of 3 degrees of freedom
  double Variance = 4.0 / 3 * 12 / 16;
  double Skewness = 2 * 24 / std::pow(12, 1.5);
  double Longer = Skewness * (2 * T * T + 1) / (6 * T * 2);
  EXPECT_NEAR(R.HalfWidth, T * (1 + Longer) * std::sqrt(Variance), 5e-4);
  // Half of the run is measured: half of the variance is left.
  EXPECT_NEAR(ratioOf(Numerators, Denominators, 0.5).HalfWidth,
              R.HalfWidth * std::sqrt(0.5), 1e-9);
  EXPECT_EQ(ratioOf(Numerators, Denominators, 1).HalfWidth, 0);
}

TEST(WindowError, OfAllThatRanThereIsNone) {
  double Of[] = {3, 5}, None[] = {0, 0}, All[] = {10, 10};
  EXPECT_EQ(windowError({Of, All, All, 1}), (SampledError{0, 0}));
  // The share of nothing is known, but not how far off a count of 0 is in parts
  // of itself.
  EXPECT_EQ(windowError({None, All, All, 1}),
            (SampledError{0, SampledError::Unknown}));
}

TEST(WindowError, OfOneWindowIsNotKnown) {
  double Of[] = {3}, All[] = {10};
  EXPECT_EQ(windowError({Of, All, All, 0.5}), SampledError());
}

} // namespace

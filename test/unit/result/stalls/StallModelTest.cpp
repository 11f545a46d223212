//===- StallModelTest.cpp - closed forms of what misses cost --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/stalls/StallModel.h"
#include "test/support/Test.h"
#include <cmath>

namespace {

TimeSum timeOf(double Computation, double Chain, double Stream = 0) {
  TimeSum T;
  T[TimePart::Computation] = Computation;
  T[TimePart::Chain] = Chain;
  T[TimePart::Stream] = Stream;
  return T;
}

double missOfAll(TimePart Part, size_t Levels) {
  double Sum = 0;
  for (size_t L = 0; L != Levels; ++L)
    Sum += stallCycles(Part, L, Levels);
  return Sum;
}

TEST(StallModel, AChainWaitsForTheWholeLatency) {
  EXPECT_DOUBLE_EQ(stallCycles(TimePart::Chain, 0, 3), 10);
  EXPECT_DOUBLE_EQ(stallCycles(TimePart::Chain, 1, 3), 36);
  EXPECT_DOUBLE_EQ(stallCycles(TimePart::Chain, 2, 3), 300);
  for (size_t Levels : {1, 2, 3, 4})
    EXPECT_DOUBLE_EQ(missOfAll(TimePart::Chain, Levels), 346) << Levels;
}

TEST(StallModel, MoreIsHiddenWhereMoreOverlaps) {
  for (size_t L : {0, 1, 2}) {
    EXPECT_LT(stallCycles(TimePart::Gather, L, 3),
              stallCycles(TimePart::Irregular, L, 3));
    EXPECT_LT(stallCycles(TimePart::Irregular, L, 3),
              stallCycles(TimePart::Chain, L, 3));
    EXPECT_LT(stallCycles(TimePart::Store, L, 3),
              stallCycles(TimePart::Irregular, L, 3));
  }
  EXPECT_LT(missOfAll(TimePart::Stream, 3), missOfAll(TimePart::Gather, 3));
}

TEST(StallModel, AContestCostsTheSameWhateverTheLevels) {
  for (size_t Levels : {1, 2, 3})
    EXPECT_DOUBLE_EQ(missOfAll(TimePart::Contest, Levels),
                     stallCycles(TimePart::Contest, 0, 1));
}

TEST(StallModel, ComputationIsBoundByInstructionsOrByAChain) {
  double Free = computationCycles(1000, 0, 0);
  EXPECT_DOUBLE_EQ(computationCycles(2000, 0, 0), 2 * Free);
  EXPECT_DOUBLE_EQ(computationCycles(1000, 0, 1000), 4000);
  EXPECT_DOUBLE_EQ(computationCycles(1000, 0, Free / 8), Free);
  EXPECT_DOUBLE_EQ(computationCycles(1000, 3000, 0), 3000);
  EXPECT_DOUBLE_EQ(computationCycles(1000, 3000, 1000), 4000);
}

TEST(StallModel, TheIntervalAddsTheErrorOfEachConstantInQuadrature) {
  TimeShare All = shareOf(timeOf(0, 100), timeOf(0, 100));
  EXPECT_EQ(All, (TimeShare{1, 1, 1})) << "a constant of both sides";

  // The chain errs by a factor of 1.6, the computation by 2.2.
  TimeShare Half = shareOf(timeOf(0, 100), timeOf(100, 100));
  EXPECT_DOUBLE_EQ(Half.Likely, 0.5);
  double Chain = 1.6 / 2.6 - 0.5, Computation = 2.2 / 3.2 - 0.5;
  EXPECT_DOUBLE_EQ(Half.High, 0.5 + std::hypot(Chain, Computation));
  EXPECT_DOUBLE_EQ(Half.Low, 0.5 - std::hypot(Chain, Computation));
  TimeShare More = shareOf(timeOf(0, 100), timeOf(100, 100), 0.1);
  EXPECT_DOUBLE_EQ(More.High, 0.5 + std::hypot(Chain, Computation, 0.1));

  EXPECT_EQ(shareOf(timeOf(0, 100), timeOf(0, 100), 0.125),
            (TimeShare{1, 0.875, 1}));
  EXPECT_DOUBLE_EQ(shareOf(timeOf(0, 100), timeOf(100, 100, 200)).Likely, 0.25);
}

TEST(StallModel, TwoVersionsOfTheSameTimeErrByThemselves) {
  TimeShare Equal = savedShare(timeOf(100, 0), timeOf(100, 0));
  EXPECT_DOUBLE_EQ(Equal.Likely, 0);
  EXPECT_DOUBLE_EQ(Equal.High, OwnError * std::sqrt(2));
  EXPECT_DOUBLE_EQ(Equal.Low, -Equal.High);
  EXPECT_DOUBLE_EQ(savedShare(timeOf(100, 0), timeOf(25, 0)).Likely, 0.75);
  EXPECT_DOUBLE_EQ(savedShare(timeOf(100, 0), timeOf(150, 0)).Likely, -0.5);
  EXPECT_EQ(savedShare({}, {}), TimeShare());
}

TEST(StallModel, ALossIsNegativeAndItsIntervalHasIt) {
  TimeShare Loss = shareOf(timeOf(-50, 10), timeOf(100, 100));
  EXPECT_DOUBLE_EQ(Loss.Likely, -0.2);
  EXPECT_LT(Loss.Low, Loss.Likely);
  EXPECT_GT(Loss.High, Loss.Likely);
}

TEST(StallModel, NothingOfNothingIsNothing) {
  EXPECT_EQ(shareOf({}, {}), TimeShare());
}

TEST(StallModel, SumsAddEachPart) {
  TimeSum T = timeOf(1, 2, 3);
  T += timeOf(10, 20, 30);
  EXPECT_EQ(T, timeOf(11, 22, 33));
  T -= timeOf(1, 2, 3);
  T *= 0.5;
  EXPECT_EQ(T, timeOf(5, 10, 15));
  EXPECT_DOUBLE_EQ(T.total(), 30);
}

} // namespace

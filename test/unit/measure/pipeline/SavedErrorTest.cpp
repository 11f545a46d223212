//===- SavedErrorTest.cpp - what parts of a run say of a change -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/SavedError.h"
#include "test/support/Test.h"
#include <cmath>
#include <numeric>
#include <random>

namespace {

// 1000 stretches save from none to most of their cycles; 16 are drawn.
TEST(SavedError, IntervalsHaveTheTruthInNineOfTenDraws) {
  std::mt19937_64 Random(7);
  std::uniform_real_distribution<double> Cycles(1000, 3000), Part(0.1, 0.9);
  std::vector<double> Before, After;
  for (int I = 0; I != 1000; ++I) {
    Before.push_back(Cycles(Random));
    After.push_back(Before.back() * Part(Random));
  }
  auto Left = [](const std::vector<double> &A, const std::vector<double> &B) {
    return std::accumulate(A.begin(), A.end(), 0.0) /
           std::accumulate(B.begin(), B.end(), 0.0);
  };
  double Truth = Left(After, Before);
  constexpr int Draws = 400;
  int Good = 0;
  for (int Draw = 0; Draw != Draws; ++Draw) {
    std::vector<double> SomeBefore, SomeAfter;
    for (int I = 0; I != 16; ++I) {
      size_t Chosen = Random() % Before.size();
      SomeBefore.push_back(Before[Chosen]);
      SomeAfter.push_back(After[Chosen]);
    }
    double Error = savedError(SomeBefore, SomeAfter, 0.016);
    EXPECT_LT(Error, 0.3);
    Good += std::abs(Left(SomeAfter, SomeBefore) - Truth) <= Error;
  }
  EXPECT_GE(Good, Draws * 9 / 10);
  EXPECT_LT(Good, Draws); // not just wide
}

TEST(SavedError, IsZeroWhereNothingVaries) {
  std::vector<double> Before = {100, 200, 300}, After = {50, 100, 150};
  EXPECT_NEAR(savedError(Before, After, 0.5), 0, 1e-12);
  After = {100, 50, 150};
  EXPECT_GT(savedError(Before, After, 0.5), 0);
  EXPECT_EQ(savedError(Before, After, 1), 0);
  EXPECT_EQ(savedError(std::span(Before).first(1), std::span(After).first(1),
                       0.5),
            0);
  EXPECT_EQ(savedError({}, {}, 0.5), 0);
}

} // namespace

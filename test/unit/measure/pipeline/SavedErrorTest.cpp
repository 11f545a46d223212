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
  std::vector<double> OldCycles, NewCycles;
  for (int I = 0; I != 1000; ++I) {
    OldCycles.push_back(Cycles(Random));
    NewCycles.push_back(OldCycles.back() * Part(Random));
  }
  auto Left = [](const std::vector<double> &A, const std::vector<double> &B) {
    return std::accumulate(A.begin(), A.end(), 0.0) /
           std::accumulate(B.begin(), B.end(), 0.0);
  };
  double Truth = Left(NewCycles, OldCycles);
  constexpr int Draws = 400;
  int Good = 0;
  for (int Draw = 0; Draw != Draws; ++Draw) {
    std::vector<double> DrawnOld, DrawnNew;
    for (int I = 0; I != 16; ++I) {
      size_t Chosen = Random() % OldCycles.size();
      DrawnOld.push_back(OldCycles[Chosen]);
      DrawnNew.push_back(NewCycles[Chosen]);
    }
    double Error = savedError(DrawnOld, DrawnNew, 0.016);
    EXPECT_LT(Error, 0.3);
    Good += std::abs(Left(DrawnNew, DrawnOld) - Truth) <= Error;
  }
  EXPECT_GE(Good, Draws * 9 / 10);
  EXPECT_LT(Good, Draws); // not just wide
}

TEST(SavedError, IsZeroWhereNothingVaries) {
  std::vector<double> OldCycles = {100, 200, 300}, NewCycles = {50, 100, 150};
  EXPECT_NEAR(savedError(OldCycles, NewCycles, 0.5), 0, 1e-12);
  NewCycles = {100, 50, 150};
  EXPECT_GT(savedError(OldCycles, NewCycles, 0.5), 0);
  EXPECT_EQ(savedError(OldCycles, NewCycles, 1), 0);
  EXPECT_EQ(savedError(std::span(OldCycles).first(1),
                       std::span(NewCycles).first(1), 0.5),
            0);
  EXPECT_EQ(savedError({}, {}, 0.5), 0);
}

} // namespace

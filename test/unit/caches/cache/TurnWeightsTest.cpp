//===- TurnWeightsTest.cpp - what visited turns stand for -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/TurnWeights.h"
#include "test/support/Test.h"
#include <cmath>
#include <random>

namespace {

constexpr uint32_t Period = 8;

struct Turn {
  uint64_t Accesses, Misses;
};

/// The sum of all misses, and its estimates from one turn in Period, with and
/// without the weights of turns.
struct Estimates {
  double True = 0, Plain = 0, Weighted = 0;
  TurnWeights Weights = {};
  std::mt19937_64 Random{7};

  void take(const Turn &T) {
    True += double(T.Misses);
    if (std::uniform_int_distribution<uint32_t>(1, Period)(Random) != 1)
      return Weights.add(0, T.Accesses, 0);
    Weights.beginVisit();
    for (uint64_t I = 0; I != T.Misses; ++I)
      Weights.addMiss(0);
    double Misses = Period * double(T.Misses);
    Plain += Misses;
    Weighted += Misses * Weights.factor(0, Period);
    Weights.add(0, T.Accesses, Period);
  }
  double plainError() const { return std::abs(Plain / True - 1); }
  double weightedError() const { return std::abs(Weighted / True - 1); }
};

TEST(TurnWeights, EachTurnCountsOnceWhereAllHaveVisits) {
  TurnWeights W;
  for (uint64_t I = 1; I != 100; ++I) {
    W.beginVisit();
    W.addMiss(0);
    W.add(0, I * 37 % 11, 1);
    EXPECT_EQ(W.factor(0, 1), 1);
  }
  EXPECT_EQ(W.factor(1, 1), 1); // never accessed
}

TEST(TurnWeights, WhatIsOwedIsMadeUpFor) {
  TurnWeights W;
  auto Visit = [&](uint64_t Accesses) {
    W.beginVisit();
    for (uint64_t I = 0; I != Accesses / 10; ++I)
      W.addMiss(0);
    W.add(0, Accesses, Period);
  };
  for (int I = 0; I != 40; ++I)
    Visit(I % 2 == 0 ? 1000 : 0);
  EXPECT_LT(W.factor(0, Period), 1); // there were no turns between visits
  for (int I = 0; I != 1000; ++I)
    W.add(0, 1000, 0);
  EXPECT_EQ(W.factor(0, Period), TurnWeights::Most);
}

// A structure is used in 6 turns of 67, as in a sort that ranks keys after each
// round. One access in ten misses.
TEST(TurnWeights, PhasesCountAsTheyWere) {
  constexpr int Runs = 50;
  double Plain = 0, Weighted = 0;
  for (int Run = 0; Run != Runs; ++Run) {
    Estimates E;
    E.Random.seed(Run);
    for (int I = 0; I != 8000; ++I)
      E.take(I % 67 < 6 ? Turn{9000, 900} : Turn{0, 0});
    Plain += E.plainError() * E.plainError() / Runs;
    Weighted += E.weightedError() * E.weightedError() / Runs;
  }
  EXPECT_GT(std::sqrt(Plain), 0.05);
  EXPECT_LT(std::sqrt(Weighted), 0.03);
}

// Misses do not depend on accesses: there is nothing to learn from these.
TEST(TurnWeights, MissesThatDoNotDependOnAccessesCountAsTheyAre) {
  Estimates E;
  std::mt19937_64 Random(3);
  for (int I = 0; I != 8000; ++I)
    E.take({1000 + Random() % 9000, 100});
  EXPECT_NEAR(E.Weighted / E.Plain, 1, 0.01);
}

} // namespace

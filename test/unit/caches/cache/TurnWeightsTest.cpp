//===- TurnWeightsTest.cpp - what visited turns stand for -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/TurnWeights.h"
#include "test/support/Test.h"
#include <cmath>
#include <random>
#include <utility>

namespace {

constexpr uint32_t Period = 8;

struct Turn {
  uint64_t Accesses, Misses;
};

/// The sum of all misses, and its estimates from one turn in Period, with and
/// without the weights of turns. A turn comes in \c Parts parts.
struct Estimates {
  uint64_t Parts = 1;
  double True = 0, Plain = 0, Weighted = 0;
  TurnWeights Weights = {};
  std::mt19937_64 Random{7};

  void take(const Turn &T) {
    True += double(T.Misses);
    bool HasVisit =
        std::uniform_int_distribution<uint32_t>(1, Period)(Random) == 1;
    Weights.beginTurn(HasVisit ? Period : 0);
    for (uint64_t I = 0; HasVisit && I != T.Misses; ++I) {
      Weights.addMiss(0);
      Plain += Period;
      Weighted += Period * Weights.factor(0);
    }
    for (uint64_t Part = 0; Part != Parts; ++Part)
      Weights.add(0,
                  T.Accesses * (Part + 1) / Parts - T.Accesses * Part / Parts);
  }
  double plainError() const { return std::abs(Plain / True - 1); }
  double weightedError() const { return std::abs(Weighted / True - 1); }
};

TEST(TurnWeights, EachTurnCountsOnceWhereAllHaveVisits) {
  TurnWeights W;
  for (uint64_t I = 1; I != 100; ++I) {
    W.beginTurn(1);
    for (uint64_t Miss = 0; Miss != I % 5; ++Miss)
      W.addMiss(0);
    EXPECT_EQ(W.factor(0), 1);
    W.add(0, I * 37 % 11);
  }
  EXPECT_EQ(W.factor(1), 1); // never accessed
}

TEST(TurnWeights, WhatIsOwedIsMadeUpFor) {
  TurnWeights W;
  for (int I = 0; I != 40; ++I) {
    W.beginTurn(Period);
    for (int Miss = 0; Miss != I % 2 * 100; ++Miss)
      W.addMiss(0);
    W.add(0, uint64_t(I % 2 * 1000));
  }
  W.beginTurn(Period);
  EXPECT_LT(W.factor(0), 1); // there were no turns between visits
  for (int I = 0; I != 1000; ++I) {
    W.beginTurn(0);
    EXPECT_EQ(W.factor(0), 1);
    W.add(0, 1000);
  }
  W.beginTurn(Period);
  EXPECT_EQ(W.factor(0), TurnWeights::Most);
}

/// Returns the root mean square errors, (plain, weighted), of many runs of
/// turns that \p Next(turn, random numbers) returns.
template <typename Generator>
std::pair<double, double> errorsOf(Generator Next, uint64_t Parts = 1) {
  constexpr int Runs = 50, Turns = 8000;
  double Plain = 0, Weighted = 0;
  for (int Run = 0; Run != Runs; ++Run) {
    Estimates E;
    E.Parts = Parts;
    E.Random.seed(Run);
    std::mt19937_64 Random(Run + 1000);
    for (int I = 0; I != Turns; ++I)
      E.take(Next(I, Random));
    Plain += E.plainError() * E.plainError() / Runs;
    Weighted += E.weightedError() * E.weightedError() / Runs;
  }
  return {std::sqrt(Plain), std::sqrt(Weighted)};
}

// A structure is used in 6 turns of 67, as in a sort that ranks keys after each
// round. One access in ten misses.
Turn ofPhases(int I, std::mt19937_64 &) {
  return I % 67 < 6 ? Turn{9000, 900} : Turn{0, 0};
}

TEST(TurnWeights, PhasesCountAsTheyWere) {
  auto [Plain, Weighted] = errorsOf(ofPhases);
  EXPECT_GT(Plain, 0.05);
  EXPECT_LT(Weighted, 0.03);
}

TEST(TurnWeights, TurnsMayComeInParts) {
  EXPECT_DOUBLE_EQ(errorsOf(ofPhases, 100).second, errorsOf(ofPhases).second);
}

TEST(TurnWeights, MissesThatDoNotDependOnAccessesCountAsTheyAre) {
  auto [Plain, Weighted] = errorsOf([](int, std::mt19937_64 &Random) {
    return Turn{1000 + Random() % 9000, Random() % 201};
  });
  EXPECT_LT(Weighted, 1.05 * Plain);
}

} // namespace

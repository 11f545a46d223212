//===- BranchPredictorTest.cpp - who learns what --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/BranchPredictor.h"
#include "test/support/Test.h"

namespace {

/// Mispredictions among the last \p Last of \p N branches at one place.
uint64_t wrong(PredictorKind Kind, uint64_t N, uint64_t Last,
               const std::function<bool(uint64_t)> &Outcome) {
  BranchPredictor P({Kind, 1024, 4096, 4096});
  uint64_t Wrong = 0;
  for (uint64_t I = 0; I != N; ++I)
    Wrong += !P.branch(77, Outcome(I)) && I >= N - Last;
  return Wrong;
}

TEST(BranchPredictor, TakenNeverLearns) {
  EXPECT_EQ(wrong(PredictorKind::Taken, 100, 100,
                  [](uint64_t I) { return I % 4 != 0; }),
            25u);
  EXPECT_EQ(wrong(PredictorKind::Perfect, 100, 100,
                  [](uint64_t I) { return I % 3 == 0; }),
            0u);
}

TEST(BranchPredictor, ABimodalCounterMissesTheEndOfEachLoop) {
  // Seven times taken, then not: one of eight is wrong.
  EXPECT_EQ(wrong(PredictorKind::Bimodal, 800, 800,
                  [](uint64_t I) { return I % 8 != 7; }),
            100u);
}

TEST(BranchPredictor, HistoriesLearnAShortLoop) {
  auto Loop = [](uint64_t I) { return I % 8 != 7; };
  EXPECT_EQ(wrong(PredictorKind::Gshare, 2000, 800, Loop), 0u);
  EXPECT_EQ(wrong(PredictorKind::Tournament, 2000, 800, Loop), 0u);
}

TEST(BranchPredictor, NobodyLearnsARandomBranch) {
  std::mt19937_64 Random(1);
  for (PredictorKind Kind : {PredictorKind::Bimodal, PredictorKind::Gshare,
                             PredictorKind::Tournament}) {
    uint64_t Wrong =
        wrong(Kind, 20000, 20000, [&](uint64_t) { return Random() % 2 == 0; });
    EXPECT_GT(Wrong, 9000u);
    EXPECT_LT(Wrong, 11000u);
  }
}

/// One branch alternates; what others do in between is noise to a global
/// history.
TEST(BranchPredictor, TheTournamentChoosesWhoKnows) {
  std::mt19937_64 Random(2);
  BranchPredictor P({PredictorKind::Tournament, 1024, 4096, 4096});
  uint64_t Wrong = 0;
  for (uint64_t I = 0; I != 60000; ++I) {
    for (int Noise = 0; Noise != 3; ++Noise)
      P.branch(1000 + Noise, Random() % 2);
    Wrong += !P.branch(5, I % 2) && I >= 50000;
  }
  EXPECT_LT(Wrong, 1500u);
}

/// Enough noise that no history comes twice: only a branch's own
/// history helps with one that alternates. And only the global one knows that a
/// branch goes where a random one has just gone.
TEST(BranchPredictor, TheTournamentChoosesTheOnlyOneWhoKnows) {
  std::mt19937_64 Random(3);
  BranchPredictor Single({PredictorKind::Tournament, 1024, 4096, 4096}),
      Other({PredictorKind::Tournament, 1024, 4096, 4096});
  uint64_t WrongOwn = 0, WrongOther = 0;
  for (uint64_t I = 0; I != 100000; ++I) {
    for (int Noise = 0; Noise != 12; ++Noise)
      Single.branch(1000 + Noise, Random() % 2);
    WrongOwn += !Single.branch(5, I % 2) && I >= 90000;
    bool Direction = Random() % 2;
    Other.branch(6, Direction);
    WrongOther += !Other.branch(7, Direction) && I >= 90000;
  }
  EXPECT_LT(WrongOwn, 3000u); // of 10000; noise teaches the choices, too
  EXPECT_LT(WrongOther, 100u);
}

TEST(BranchPredictor, AJumpGoesWhereItWentLast) {
  BranchPredictor P({PredictorKind::Gshare, 2, 4096, 2});
  EXPECT_FALSE(P.jump(9, 3));
  EXPECT_TRUE(P.jump(9, 3));
  EXPECT_FALSE(P.jump(9, 4));
  EXPECT_FALSE(P.jump(9, 3));
  EXPECT_TRUE(P.jump(9, 3));
}

} // namespace

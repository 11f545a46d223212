//===- InterplayTest.cpp - who leads, who opposes whom --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Interplay.h"
#include "test/support/Test.h"

TEST(LeadsTest, leaderChangesWhereAnotherStaysAbove) {
  CurveValues Curves = {{9, 9, 9, 9, 1, 1, 1, 1, 1, 1},
                        {1, 1, 1, 1, 9, 9, 9, 9, 9, 9}};
  EXPECT_EQ(leadsOf(Curves), (std::vector<Lead>{{0, 0, 4}, {1, 4, 10}}));
}

TEST(LeadsTest, shortAndNarrowLeadsDoNotCount) {
  CurveValues Short = {{9, 9, 9, 9, 1, 1, 9, 9, 9},
                       {2, 2, 2, 2, 9, 9, 2, 2, 2}};
  EXPECT_EQ(leadsOf(Short), (std::vector<Lead>{{0, 0, 9}}));
  EXPECT_EQ(leadsOf(Short, {0.1, 2}),
            (std::vector<Lead>{{0, 0, 4}, {1, 4, 6}, {0, 6, 9}}));
  CurveValues Narrow = {{100, 100, 100, 100, 100}, {90, 90, 109, 109, 109}};
  EXPECT_EQ(leadsOf(Narrow), (std::vector<Lead>{{0, 0, 5}}));
  EXPECT_EQ(leadsOf(Narrow, {0.05, 3}),
            (std::vector<Lead>{{0, 0, 2}, {1, 2, 5}}));
}

TEST(LeadsTest, silenceChangesNothing) {
  CurveValues Curves = {{9, 9, 9, 0, 0, 0, 0, 0}, {1, 1, 1, 0, 0, 0, 0, 0}};
  EXPECT_EQ(leadsOf(Curves), (std::vector<Lead>{{0, 0, 8}}));
  EXPECT_EQ(leadsOf({}), std::vector<Lead>{});
  EXPECT_EQ(leadsOf({{}}), std::vector<Lead>{});
}

TEST(LeadsTest, intervalsHaveNoGaps) {
  std::mt19937_64 Random(12);
  for (int Round = 0; Round != 50; ++Round) {
    CurveValues Curves(1 + Random() % 4,
                       std::vector<double>(1 + Random() % 200));
    for (auto &Curve : Curves)
      for (double &Value : Curve)
        Value = double(Random() % 10);
    auto Leads = leadsOf(Curves, {0.1, 1 + Random() % 4});
    size_t Position = 0;
    for (size_t I = 0; I != Leads.size(); ++I) {
      ASSERT_EQ(Leads[I].First, Position);
      ASSERT_LT(Position, Leads[I].Last);
      if (I != 0) {
        ASSERT_NE(Leads[I].Leader, Leads[I - 1].Leader);
        ASSERT_GT(Curves[Leads[I].Leader][Position],
                  Curves[Leads[I - 1].Leader][Position] * 1.1);
      }
      Position = Leads[I].Last;
    }
    ASSERT_EQ(Position, Curves[0].size());
  }
}

TEST(OpposedPairsTest, whatFallsWhileAnotherRises) {
  std::mt19937_64 Random(13);
  CurveValues Curves(4, std::vector<double>(400));
  for (size_t I = 0; I != 400; ++I) {
    bool High = I / 20 % 2;
    Curves[0][I] = (High ? 900 : 100) + double(Random() % 50);
    Curves[1][I] = (High ? 200 : 700) + double(Random() % 50);
    Curves[2][I] = double(Random() % 1000);
    Curves[3][I] = 5;
  }
  auto Pairs = opposedPairs(Curves);
  ASSERT_EQ(Pairs.size(), 1u);
  EXPECT_EQ(Pairs[0].First, 0u);
  EXPECT_EQ(Pairs[0].Second, 1u);
  EXPECT_LT(Pairs[0].Correlation, -0.95);
}

TEST(OpposedPairsTest, twoSingleStepsMayBeChance) {
  // As like themselves as that, curves have few independent points.
  CurveValues Curves(2, std::vector<double>(100));
  for (size_t I = 0; I != 100; ++I)
    Curves[0][I] = I < 50 ? 1 : 9, Curves[1][I] = I < 50 ? 9 : 1;
  EXPECT_TRUE(opposedPairs(Curves).empty());
}

TEST(TransitionsTest, changesOfSeveralAtOnce) {
  std::vector<std::vector<size_t>> Changes = {{10, 40, 90}, {11, 60}, {41, 90}};
  auto Common = commonTransitions(Changes);
  ASSERT_EQ(Common.size(), 3u);
  EXPECT_EQ(Common[0].Point, 10u);
  EXPECT_EQ(Common[0].Curves, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(Common[1].Point, 40u);
  EXPECT_EQ(Common[1].Curves, (std::vector<size_t>{0, 2}));
  EXPECT_EQ(Common[2].Curves, (std::vector<size_t>{0, 2}));
  EXPECT_TRUE(commonTransitions(Changes, 0).size() == 1);
  EXPECT_TRUE(commonTransitions({}).empty());
}

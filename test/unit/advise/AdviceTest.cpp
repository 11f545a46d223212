//===- AdviceTest.cpp - suggestions, by what they save --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Advice.h"
#include "test/support/Test.h"

namespace {

MissTotals missed(std::vector<uint64_t> Levels, uint64_t Sharing = 0,
                  uint64_t Pages = 0) {
  MissTotals M;
  M.Levels = std::move(Levels);
  M.Sharing = Sharing;
  M.Pages = Pages;
  return M;
}

Suggestion saving(uint64_t Misses, AdviceKind Kind = AdviceKind::Split) {
  Suggestion S;
  S.Change.Kind = Kind;
  S.ProgramBefore = missed({100000});
  S.ProgramAfter = missed({100000 - Misses});
  return S;
}

} // namespace

TEST(Advice, WeighsMissesByWhatTheyCostMore) {
  EXPECT_EQ(missCycles(0, 3), 10);
  EXPECT_EQ(missCycles(1, 3), 36);
  EXPECT_EQ(missCycles(2, 3), 150);
  EXPECT_EQ(missCycles(0, 1), 196);
  EXPECT_EQ(cyclesOf(missed({1000, 100, 10}, 2, 3)),
            10000 + 3600 + 1500 + 120 + 90);
  // A miss in all levels costs what memory takes, whatever the levels.
  EXPECT_EQ(cyclesOf(missed({1, 1, 1})), cyclesOf(missed({1})));
}

TEST(Advice, RanksByWhatIsSavedAndDropsTheRest) {
  std::vector<Suggestion> All = {saving(500), saving(0), saving(99),
                                 saving(90000, AdviceKind::Prefetch),
                                 saving(100)};
  Suggestion Worse = saving(0);
  Worse.ProgramAfter = missed({200000});
  All.push_back(Worse);
  std::vector<Suggestion> Kept = ranked(All);
  ASSERT_EQ(Kept.size(), 3u);
  EXPECT_EQ(Kept[0].Saved, 500 * 196);
  EXPECT_EQ(Kept[1].Saved, 100 * 196);
  // An upper bound comes last, however large.
  EXPECT_EQ(Kept[2].Change.Kind, AdviceKind::Prefetch);
}

TEST(Advice, WithoutLinkedNeverGoesBelowZero) {
  EXPECT_EQ(withoutLinked(missed({100, 10}), {40, 20}), missed({60, 0}));
}

//===- AdviceTest.cpp - suggestions, by what they save --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Advice.h"
#include "test/support/HandMadeProfile.h"
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
  S.Change.Structure = StructureId(0);
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
            10000 + 3600 + 1500 + 200 + 90);
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
  Profile Base = handMadeProfile({});
  std::vector<Suggestion> Rows = ranked(All, Base);
  ASSERT_EQ(Rows.size(), 3u);
  EXPECT_EQ(Rows[0].Saved, 500 * 196);
  EXPECT_EQ(Rows[1].Saved, 100 * 196);
  // An upper bound comes last, however large.
  EXPECT_EQ(Rows[2].Change.Kind, AdviceKind::Prefetch);
}

TEST(Advice, WithoutLinkedNeverGoesBelowZero) {
  EXPECT_EQ(withoutLinked(missed({100, 10}), {40, 20}), missed({60, 0}));
}

// The beginning has a tenth of the structure's misses, and a fifth of all
// others. What is saved there is saved ten and five times in the whole.
TEST(Advice, OfTheBeginningIsOfTheWholeByOneFactor) {
  Suggestion S;
  S.StructureBefore = missed({90, 0}, 10), S.StructureAfter = missed({50, 4});
  S.ProgramBefore = missed({290, 20}, 10), S.ProgramAfter = missed({250, 14});
  Suggestion Whole = ofWhole(S, missed({960, 7}, 40), missed({1960, 107}, 40));
  EXPECT_EQ(Whole.StructureBefore, missed({960, 7}, 40));
  EXPECT_EQ(Whole.StructureAfter, missed({560, 47}, 0));
  EXPECT_EQ(Whole.ProgramBefore, missed({1960, 107}, 40));
  EXPECT_EQ(Whole.ProgramAfter, missed({560 + 1000, 47 + 50}, 0));
}

// Two misses of the beginning say little of the thousand of the whole.
TEST(Advice, ALevelWithFewMissesAtTheBeginningIsNotSavedInAll) {
  Suggestion S;
  S.StructureBefore = S.ProgramBefore = missed({1000, 2});
  S.StructureAfter = S.ProgramAfter = missed({900, 0});
  Suggestion Whole = ofWhole(S, missed({4000, 1000}), missed({4000, 1000}));
  EXPECT_EQ(Whole.StructureAfter, missed({3600, 992}));
  EXPECT_EQ(Whole.ProgramAfter, missed({3600, 992}));
}

// Half of the second-level misses go, though four times as many of the first
// level's are in the whole and five times as many of the second's.
TEST(Advice, ALevelWithManyMissesChangesInProportion) {
  Suggestion S;
  S.StructureBefore = S.ProgramBefore = missed({1000, 200});
  S.StructureAfter = S.ProgramAfter = missed({900, 100});
  Suggestion Whole = ofWhole(S, missed({4000, 1000}), missed({4000, 1000}));
  EXPECT_EQ(Whole.StructureAfter, missed({3600, 500}));
  EXPECT_EQ(Whole.ProgramAfter, missed({3600, 500}));
}

/// Returns a profile of a stream (structure 2), which has most misses, and of a
/// chain (structure 3), which takes most time.
static Profile streamAndChain() {
  Profile Base = handMadeProfile({heapStructure("stream", 1000, 900, 0),
                                  heapStructure("chain", 1000, 100, 0)});
  Base.Sites.resize(2);
  Base.BySite.clear();
  for (uint32_t I : {0, 1}) {
    SiteCounts C;
    C.Site = I;
    C.Structure = StructureId(2 + I);
    C.Misses = {I == 0 ? 900u : 100u, 0};
    C.Accesses = 1000;
    C.Steps.steps(I == 0 ? StepKind::Sequential : StepKind::Linked) = 10;
    Base.BySite.push_back(C);
  }
  return Base;
}

TEST(Advice, FewerMissesThatTakeMoreTimeAreNoAdvice) {
  Suggestion S;
  S.Change.Structure = StructureId(3);
  S.ProgramBefore = missed({1000, 0}), S.StructureBefore = missed({100, 0});
  S.ProgramAfter = missed({800, 0}), S.StructureAfter = missed({400, 0});
  EXPECT_TRUE(ranked({S}, streamAndChain()).empty());
}

// The stream has more misses; the time is with the chain.
TEST(Advice, ChainsComeBeforeStreamsWithMoreMisses) {
  Profile Base = streamAndChain();
  std::vector<Suggestion> All(2);
  for (uint32_t I : {0, 1}) {
    Suggestion &S = All[I];
    S.Change.Structure = StructureId(2 + I);
    S.ProgramBefore = missed({1000, 0});
    S.StructureBefore = missed({I == 0 ? 900u : 100u, 0});
    S.ProgramAfter = missed({I == 0 ? 100u : 900u, 0});
    S.StructureAfter = missed({0, 0});
  }
  std::vector<Suggestion> Rows = ranked(All, Base);
  ASSERT_EQ(Rows.size(), 2u);
  EXPECT_EQ(Rows[0].Change.Structure, StructureId(3));
  EXPECT_LT(Rows[0].Saved, Rows[1].Saved);
  EXPECT_GT(Rows[0].Gain.Likely, Rows[1].Gain.Likely);
  EXPECT_LT(Rows[0].Gain.Low, Rows[0].Gain.Likely);
}

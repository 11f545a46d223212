//===- AdviseTest.cpp - suggestions as text and CSV -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/advice/Advise.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

namespace {

MissTotals missed(uint64_t First, uint64_t Second) {
  MissTotals M;
  M.Levels = {First, Second};
  return M;
}

Advice oneSuggestion() {
  Advice A;
  A.BaseProfile = handMadeProfile({heapStructure("items", 1000, 500, 90)});
  A.Program = missed(505, 90);
  Suggestion S;
  S.Change.Kind = AdviceKind::Pool;
  S.Change.Structure = StructureId(2);
  S.Change.Action = "allocate items from a pool";
  S.Change.Evidence = {"they are scattered", "they are small"};
  S.Change.Limits = {"all is well"};
  S.StructureBefore = missed(500, 0), S.StructureAfter = missed(100, 22);
  S.ProgramBefore = missed(505, 90), S.ProgramAfter = missed(105, 90);
  A.Suggestions = ranked({S}, A.BaseProfile);
  A.Tried = 2;
  A.Found = 5;
  return A;
}

} // namespace

TEST(AdviseText, SaysWhatWhyAndHowMuch) {
  std::string Text = adviseText(oneSuggestion(), 10, {"type this"}, {});
  size_t Begin = Text.find("1. allocate");
  ASSERT_NE(Begin, Text.npos);
  EXPECT_EQ(Text.substr(Begin),
            "1. allocate items from a pool\n"
            "    items  heap  struct node  /home/me/app/build.c:12 build; "
            "saves 18.4 % "
            "of the cycles that misses cost, about 0.1 % of the time (0.0 to "
            "0.3 %)\n"
            "    misses  structure  after   change  program  after   change\n"
            "    L1            500    100  -80.0 %      505    105  -79.2 %\n"
            "    L2              0     22      new       90     90    0.0 %\n"
            "    because  they are scattered\n"
            "             they are small\n"
            "    assumed  all is well\n"
            "\n2 changes tried, the most promising of 5 (--tries); 1 saves "
            "something\n"
            "to verify, change the program, and then:\n"
            "    type this\n");
}

TEST(AdviseText, SaysOfWhichPartItIsIfItWasStopped) {
  Advice A = oneSuggestion();
  A.Untried = {A.Suggestions[0].Change};
  A.ReadShare = 0.4;
  A.Stopped = StoppedPass::Trials;
  std::string Text = adviseText(A, 10, {}, {});
  EXPECT_TRUE(
      has(Text, "stopped       what changes save is estimated from the "
                "first 40 % of what was recorded; misses before are of all\n"));
  EXPECT_TRUE(has(Text, "not tried: allocate items from a pool\n"
                        "    items  heap  struct node  "
                        "/home/me/app/build.c:12 build\n"
                        "    because  they are scattered\n"));
  EXPECT_TRUE(has(Text, "\n2 changes tried; 1 saves something\n"));
  A.Stopped = StoppedPass::Evidence;
  EXPECT_TRUE(has(adviseText(A, 10, {}, {}),
                  "stopped       before changes were tried: all numbers are "
                  "of the first 40 % of the trace\n"));
  EXPECT_TRUE(has(adviseJson(A, 1, {}), "\"stopped\": \"evidence\""));
  A.ReadShare = 0.0004;
  EXPECT_TRUE(has(adviseText(A, 10, {}, {}), "of the first 0.04 % of the"));
  A.ReadShare = 0;
  EXPECT_TRUE(has(adviseText(A, 10, {}, {}), "of an unknown part of the"));
}

// The model says 0.0 to 0.3 % of the time; the cycles may be a third more or
// less.
TEST(AdviseText, HasAnIntervalWherePartsWereSimulated) {
  Advice A = oneSuggestion();
  Suggestion S = A.Suggestions[0];
  S.Error = 0.0614;
  A.Suggestions = ranked({S}, A.BaseProfile);
  EXPECT_TRUE(has(adviseText(A, 10, {}, {}),
                  "saves 18.4 % (12.2 to 24.5 %) of the cycles"));
  EXPECT_LT(A.Suggestions[0].Gain.Low, S.Gain.Low);
  EXPECT_GT(A.Suggestions[0].Gain.High, S.Gain.High);
  EXPECT_EQ(A.Suggestions[0].Gain.Likely, S.Gain.Likely);
}

TEST(AdviseText, ShowsAsManyAsAskedFor) {
  std::string Text = adviseText(oneSuggestion(), 0, {}, {});
  EXPECT_FALSE(has(Text, "1. "));
  EXPECT_TRUE(has(Text, "1 saves something, 0 shown (-n)"));
}

TEST(AdviseCsv, HasARowPerKindOfMiss) {
  Advice A = oneSuggestion();
  A.Suggestions[0].ProgramBefore.Sharing = 7;
  EXPECT_EQ(adviseCsv(A, 10),
            "rank,kind,name,do,cycles_saved,misses,structure_before,"
            "structure_after,program_before,program_after\n"
            "1,pool,items,allocate items from a pool,4000,L1,500,100,505,105\n"
            "1,pool,items,allocate items from a pool,4000,L2,0,22,90,90\n"
            "1,pool,items,allocate items from a pool,4000,sharing,0,0,7,0\n");
}

TEST(AdviseJson, HasNoSuggestionBeyondTheTop) {
  EXPECT_FALSE(has(adviseJson(oneSuggestion(), 0, {}), "\"kind\": \"pool\""));
  EXPECT_TRUE(has(adviseJson(oneSuggestion(), 1, {}), "\"kind\": \"pool\""));
}

TEST(AdviseText, VerifiesWithWordsThatAShellTakesApart) {
  Advice A = oneSuggestion();
  A.BaseProfile.Arguments = {"--size", "3 4", "it's", ""};
  EXPECT_EQ(
      verifyCommands(A.BaseProfile, "L1=32K,8;line=64", {.Trace = "a b.mft"}),
      (std::vector<std::string>{
          "memfacet simulate 'a b.mft' --cache 'L1=32K,8;line=64' -o "
          "before.mfp",
          "memfacet record --cache 'L1=32K,8;line=64' -o after.mfp -- "
          "./app --size '3 4' 'it'\\''s' ''",
          "memfacet diff before.mfp after.mfp"}));
  A.BaseProfile.Arguments = {};
  EXPECT_EQ(verifyCommands(A.BaseProfile, "zen4", {.Profile = "my run.mfp"}),
            (std::vector<std::string>{
                "memfacet record --cache zen4 -o after.mfp -- ./app",
                "memfacet diff 'my run.mfp' after.mfp"}));
}

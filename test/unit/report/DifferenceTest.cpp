//===- DifferenceTest.cpp - what changed between two builds ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/diff/DiffReport.h"
#include "tools/report/diff/DiffTables.h"
#include "tools/report/diff/Noise.h"
#include <fmt/format.h>

namespace {

/// Compares one run each.
Expected<Difference> diff(const Profile &Old, const Profile &New) {
  return diffProfiles(std::span(&Old, 1), std::span(&New, 1));
}

const DiffRow *rowOf(const Difference &C, const std::string &Name) {
  for (const DiffRow &Row : C.Rows)
    if (Row.Name == Name)
      return &Row;
  return nullptr;
}

} // namespace

TEST(Difference, RowsAddUpToTheTotal) {
  Profile Old = handMadeProfile({heapStructure("nodes", 1000, 500, 90),
                                 heapStructure("old", 100, 50, 9)});
  Old.Structures[3].Type = "struct old";
  Profile New = handMadeProfile({heapStructure("nodes", 900, 100, 20),
                                 heapStructure("new", 100, 70, 9),
                                 heapStructure("idle", 0, 0, 0)});
  for (LevelCounts &L : New.Structures.back().Total.Levels)
    L = {};
  Difference C = good(diff(Old, New));
  // nodes, new, old, [library], [unattributed] with its write-backs, TOTAL.
  ASSERT_EQ(C.Rows.size(), 6u);
  EXPECT_EQ(C.Rows[0].Name, "nodes");
  EXPECT_EQ(C.Rows[0].Total[0].Levels[0].Misses, 500u);
  EXPECT_EQ(C.Rows[0].Total[1].Levels[0].Misses, 100u);
  EXPECT_EQ(C.Rows[1].Name, "new");
  EXPECT_FALSE(C.Rows[1].IsPresent[0]);
  EXPECT_TRUE(C.Rows[1].IsPresent[1]);
  EXPECT_FALSE(rowOf(C, "idle"));
  for (size_t Side = 0; Side != 2; ++Side) {
    Counts Sum;
    for (size_t I = 0; I + 1 < C.Rows.size(); ++I)
      Sum += C.Rows[I].Total[Side];
    EXPECT_EQ(Sum, C.Rows.back().Total[Side]);
    EXPECT_EQ(Sum, (Side ? New : Old).total());
  }
}

namespace {

Structure rows(const char *Type, uint32_t Line, uint64_t Misses) {
  Structure S = heapStructure("rows", 1000, Misses, 0);
  S.Type = Type;
  S.Line = Line;
  return S;
}

/// "TITLE BEFORE AFTER" in misses; "-": not in the profile.
std::vector<std::string> compared(Profile Old, Profile New) {
  nameForTables(Old, "/home/me");
  nameForTables(New, "/home/me");
  std::vector<std::string> Lines;
  for (const DiffRow &Row : good(diff(Old, New)).Rows) {
    if (Row.Name != "rows")
      continue;
    std::string Line = Row.Title;
    for (size_t Side = 0; Side != 2; ++Side)
      Line += Row.IsPresent[Side]
                  ? fmt::format(" {}", Row.Total[Side].Levels[0].Misses)
                  : " -";
    Lines.push_back(Line);
  }
  return Lines;
}

using Lines = std::vector<std::string>;

} // namespace

TEST(Difference, StructuresOfOneNameAreComparedByTypeAndPlace) {
  // One on each side is the same, whatever its type is now.
  EXPECT_EQ(compared(handMadeProfile({rows("int", 1, 50)}),
                     handMadeProfile({rows("short", 9, 20)})),
            (Lines{"rows 50 20"}));
  EXPECT_EQ(
      compared(handMadeProfile({rows("int", 1, 90), rows("long", 2, 50)}),
               handMadeProfile({rows("long", 3, 20), rows("int", 4, 80)})),
      (Lines{"rows (long) 50 20", "rows (int) 90 80"}));
  EXPECT_EQ(
      compared(handMadeProfile({rows("int", 1, 90), rows("int", 2, 50)}),
               handMadeProfile({rows("int", 2, 40), rows("int", 5, 60)})),
      (Lines{"rows (app/build.c:5) 90 60", "rows (app/build.c:2) 50 40"}));
  // All lines have moved.
  EXPECT_EQ(
      compared(handMadeProfile({rows("int", 1, 90), rows("int", 2, 50)}),
               handMadeProfile({rows("int", 12, 49), rows("int", 11, 88)})),
      (Lines{"rows (app/build.c:11) 90 88", "rows (app/build.c:12) 50 49"}));
  EXPECT_EQ(compared(handMadeProfile({rows("int", 1, 90)}),
                     handMadeProfile({rows("int", 1, 80), rows("long", 2, 5)})),
            (Lines{"rows (int) 90 80", "rows (long) - 5"}));
}

TEST(Difference, OfOneProfileHasNoChange) {
  Profile P = handMadeProfile({heapStructure("nodes", 1000, 500, 90)});
  Difference C = good(diff(P, P));
  for (const DiffRow &Row : C.Rows)
    EXPECT_EQ(Row.Total[0], Row.Total[1]);
  std::string Text = diffText(C, {}, 20, {});
  EXPECT_TRUE(has(Text, "+0.0 %"));
  EXPECT_TRUE(has(Text, "time    +0.0 % (")) << "not -0.0 %";
}

TEST(Difference, RefusesOtherCaches) {
  Profile Old = handMadeProfile({}), New = Old;
  New.Caches.Levels.pop_back();
  EXPECT_EQ(
      errorOf(diff(Old, New)).find("the profiles are of different caches"), 0u);
}

TEST(Difference, CsvHasARowPerStructure) {
  Profile Old = handMadeProfile({heapStructure("nodes", 1000, 500, 90)});
  Profile New = handMadeProfile({heapStructure("list", 10, 5, 1)});
  Difference C = good(diff(Old, New));
  EXPECT_EQ(
      diffCsv(C),
      "name,kind,type,file,line,accesses_before,accesses_after,L1_misses_"
      "before,L1_misses_after,L1_verdict,L2_misses_before,L2_misses_after,"
      "L2_verdict\n"
      "nodes,heap,struct node,/home/me/app/build.c,12,1000,0,500,0,"
      "unknown,90,0,unknown\n"
      "list,heap,struct node,/home/me/app/build.c,12,0,10,0,5,unknown,0,"
      "1,unknown\n"
      "[library],library,,,0,10,10,5,5,same,0,0,same\n"
      "[unattributed],unattributed,,,0,0,0,0,0,same,0,0,same\n");
}

TEST(Difference, ARenamedStructureIsFoundByItsShape) {
  Profile Old = handMadeProfile(
      {heapStructure("nodes", 1000, 500, 90), heapStructure("kept", 50, 5, 1)});
  Profile New = handMadeProfile(
      {heapStructure("cells", 900, 400, 80), heapStructure("kept", 50, 5, 1)});
  Difference D = good(diff(Old, New));
  const DiffRow *Row = rowOf(D, "cells");
  ASSERT_TRUE(Row);
  EXPECT_EQ(Row->OldName, "nodes");
  EXPECT_EQ(Row->Title, "cells (was nodes)");
  EXPECT_EQ(Row->Total[0].Accesses, 1000u);
  EXPECT_EQ(Row->Total[1].Accesses, 900u);
  EXPECT_FALSE(rowOf(D, "nodes"));

  // Not of another type, and not if two may be it.
  New.Structures[2].Type = "struct cell";
  EXPECT_TRUE(rowOf(good(diff(Old, New)), "nodes"));
  New.Structures[2].Type = "struct node";
  Structure Second = New.Structures[2];
  Second.Name = "others";
  New.Structures.push_back(Second);
  EXPECT_TRUE(rowOf(good(diff(Old, New)), "nodes"));
}

TEST(Difference, ManyRunsAreMeansThatAddUp) {
  auto Run = [](uint64_t Misses, bool Extra) {
    std::vector<Structure> All = {heapStructure("nodes", 1000, Misses, 0)};
    if (Extra)
      All.push_back(heapStructure("rare", 100, 30, 0));
    if (Extra)
      All.back().Type = "struct rare";
    return handMadeProfile(All);
  };
  std::vector<Profile> Old = {Run(500, false), Run(510, true), Run(490, false)};
  std::vector<Profile> New = {Run(505, false)};
  Difference D = good(diffProfiles(Old, New));
  ASSERT_TRUE(rowOf(D, "nodes") && rowOf(D, "rare")) << diffCsv(D);
  EXPECT_EQ(rowOf(D, "nodes")->Total[0].Levels[0].Misses, 500u);
  EXPECT_EQ(rowOf(D, "nodes")->Total[1].Levels[0].Misses, 505u);
  EXPECT_EQ(rowOf(D, "rare")->Total[0].Levels[0].Misses, 10u);
  for (size_t Side : {0, 1}) {
    Counts Sum;
    for (const DiffRow &Row : D.structures())
      Sum += Row.Total[Side];
    EXPECT_EQ(Sum, D.total().Total[Side]);
  }
  for (size_t I = 0; I != 3; ++I)
    EXPECT_EQ(D.total().Runs[0][I], Old[I].total());
}

TEST(Noise, JudgesByWelchsTest) {
  EXPECT_EQ(judge({{5}, {5}}), Verdict::Same);
  EXPECT_EQ(judge({{5}, {6}}), Verdict::Unknown);
  EXPECT_EQ(judge({{5, 5}, {6, 6}}), Verdict::Real);
  // Difference 2; the limit is t(4) 2.776 x sqrt(1/3 + 1/3) = 2.267.
  EXPECT_EQ(judge({{10, 11, 12}, {12, 13, 14}}), Verdict::Noise);
  EXPECT_EQ(judge({{10, 11, 12}, {12.5, 13.5, 14.5}}), Verdict::Real);
  // One run after: the limit is t(2) 4.303 x sqrt(1/3 + 1) = 4.968.
  EXPECT_EQ(judge({{10, 11, 12}, {15.9}}), Verdict::Noise);
  EXPECT_EQ(judge({{10, 11, 12}, {16}}), Verdict::Real);
}

// The difference is 4; 3 up and 2 down make an error of 3.6, 3 and 3 one
// of 4.2.
TEST(Noise, EstimatesMustBeApart) {
  using Two = std::array<Limits, 2>;
  EXPECT_EQ(judge({{5}, {5}, Two{{{1, 9}, {4, 6}}}}), Verdict::Same);
  EXPECT_EQ(judge({{5}, {9}, Two{{{0, 8}, {6, 20}}}}), Verdict::Unsure);
  EXPECT_EQ(judge({{9}, {5}, Two{{{6, 20}, {0, 8}}}}), Verdict::Unsure);
  EXPECT_EQ(judge({{5}, {9}, Two{{{0, 8}, {7, 20}}}}), Verdict::Unknown);
  EXPECT_EQ(judge({{5, 5}, {9, 9}, Two{{{0, 8}, {6, 20}}}}), Verdict::Unsure);
  EXPECT_EQ(judge({{5, 5}, {9, 9}, Two{{{0, 8}, {7, 20}}}}), Verdict::Real);
}

namespace {

std::string checked(const std::string &Threshold, const Difference &D) {
  Checked C = good(checkAll({good(parseThreshold(Threshold))}, D))[0];
  return (C.failed() ? "fail " : "pass ") + C.text();
}

} // namespace

TEST(Thresholds, AreOfTheProgramOrAStructure) {
  Profile Old = handMadeProfile({heapStructure("nodes", 1000, 500, 100),
                                 heapStructure("kept", 50, 5, 0)});
  Profile New = handMadeProfile({heapStructure("nodes", 1000, 530, 112),
                                 heapStructure("kept", 50, 5, 0)});
  Old.Instructions = New.Instructions = 10000;
  Difference D = good(diff(Old, New));
  EXPECT_EQ(checked("L2.misses=+5%", D),
            "fail L2 misses: 100 -> 112, +12.0 %, more than +5%");
  EXPECT_EQ(checked("l2.misses=12%", D),
            "pass L2 misses: 100 -> 112, +12.0 %, within +12%");
  EXPECT_EQ(checked("nodes/L1.misses=+29", D),
            "fail 'nodes': L1 misses: 500 -> 530, +6.0 %, more than +29");
  EXPECT_EQ(checked("nodes/L1.misses=+30", D),
            "pass 'nodes': L1 misses: 500 -> 530, +6.0 %, within +30");
  EXPECT_EQ(checked("kept/L2.misses=+0%", D),
            "pass 'kept': L2 misses: 0 -> 0, within +0%");
  EXPECT_EQ(checked("L2.mpki=+5%", D),
            "fail L2 misses per 1000 instructions: 10 -> 11.2, +12.0 %, more "
            "than +5%");
  EXPECT_EQ(checked("instructions=+0%", D).substr(0, 4), "pass");
}

TEST(Thresholds, BadOnesSayWhatToWrite) {
  for (const char *Text :
       {"", "L2.misses", "=+5%", "L2.misses=", "L2.misses=x", "L2.misses=-5%",
        "L2.misses=5%%", "a/=5%", "L2.misses=inf", "L2.misses=nan"})
    EXPECT_TRUE(has(errorOf(parseThreshold(Text)), "write for example"))
        << Text;
  Difference D =
      good(diff(handMadeProfile({heapStructure("nodes", 10, 5, 1)}),
                handMadeProfile({heapStructure("nodes", 10, 5, 1)})));
  auto Wrong = [&](const char *Text) {
    return errorOf(checkAll({good(parseThreshold(Text))}, D));
  };
  EXPECT_EQ(Wrong("L2.mises=5%"), "'L2.mises=5%': there is no metric "
                                  "'L2.mises'; did you mean 'L2.misses'?");
  EXPECT_EQ(Wrong("node/L1.misses=5%"), "'node/L1.misses=5%': there is no "
                                        "structure 'node'; did you mean "
                                        "'nodes'?");
  EXPECT_EQ(Wrong("nodes/instructions=5%"),
            "'nodes/instructions=5%': 'instructions' is of the program, not of "
            "a structure");
}

TEST(Difference, MarkdownAndSarifAreHarmless) {
  Profile Old = handMadeProfile({heapStructure("a|b", 1000, 500, 100)});
  Profile New = handMadeProfile({heapStructure("a|b", 1000, 600, 150)});
  Difference D = good(diff(Old, New));
  std::vector<Checked> Checks =
      good(checkAll({good(parseThreshold("L1.misses=+5%"))}, D));
  std::string Text = diffMarkdown(D, Checks, 10);
  EXPECT_TRUE(has(Text, "a\\|b"));
  EXPECT_TRUE(has(Text, "- **fail** L1 misses: "));
  std::string Sarif = diffSarif(D, Checks);
  EXPECT_TRUE(has(Sarif, "\"ruleId\": \"memory-regression\""));
  EXPECT_TRUE(has(Sarif, "build.c"));
  EXPECT_FALSE(has(diffSarif(D, {}), "ruleId"));
}

// Estimates of one line in 64: 5000 +- 3000 is no more than 4000 +- 2000.
TEST(Difference, EstimatesFailOnlyWhereTheyAreApart) {
  auto Estimated = [](uint64_t Misses, uint64_t Half) {
    Profile P = handMadeProfile({heapStructure("nodes", 10000, Misses, 0)});
    P.Lines.Stretches = {{0, 6}};
    for (const Structure &S : P.Structures) {
      std::vector<MissInterval> &Rows = P.Lines.ByStructure.emplace_back();
      for (const LevelCounts &L : S.Total.Levels)
        Rows.push_back({L.Misses - std::min(Half, L.Misses), L.Misses + Half});
    }
    for (const LevelCounts &L : P.total().Levels)
      P.Lines.Total.push_back(
          {L.Misses - std::min(Half, L.Misses), L.Misses + Half});
    return P;
  };
  Difference Close = good(diff(Estimated(4000, 2000), Estimated(5000, 3000)));
  EXPECT_TRUE(has(checked("L1.misses=+5%", Close), "pass L1 misses: "));
  EXPECT_TRUE(has(checked("nodes/L1.misses=+5%", Close), "may be the same"));
  EXPECT_TRUE(has(diffSentence(Close), "estimates, which may be the same"));
  EXPECT_TRUE(has(noiseNote(Close), "within their error"));
  Difference Far = good(diff(Estimated(4000, 100), Estimated(5000, 100)));
  EXPECT_TRUE(has(checked("L1.misses=+5%", Far), "fail "));
  EXPECT_TRUE(has(checked("nodes/L1.misses=+5%", Far), "fail "));
  EXPECT_FALSE(has(diffSentence(Far), "estimates"));
}

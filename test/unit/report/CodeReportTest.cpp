//===- CodeReportTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/code/CodeReport.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include <nlohmann/json.hpp>

namespace {

/// Lines 3 and 4 of a.c, which is inlined into two functions, and one of b.c.
Profile twoFiles() {
  Profile P = handMadeProfile(
      {heapStructure("nodes", 100, 10, 1), heapStructure("arcs", 50, 40, 9)});
  P.Sites = {{"/src/a.c", "f", 3, 1, false, 10, 11},
             {"/src/a.c", "f", 3, 9, true, 20, 22},
             {"/src/a.c", "g", 3, 1, false, 30, 33},
             {"/src/a.c", "g", 4, 1, false, 40, 40},
             {"/src/b.c", "h", 1, 1, true, 50, 90},
             {"", "", 0, 0, false, 60, 60}};
  P.BySite = {{0, StructureId(2), {4, 1}},
              {0, StructureId(3), {6, 0}},
              {1, StructureId(2), {5, 2}},
              {3, StructureId(3), {1, 1}},
              {4, StructureId(2), {9, 9}}};
  return P;
}

uint64_t misses(const std::vector<CodeRow> &Rows, size_t Level) {
  uint64_t Sum = 0;
  for (const CodeRow &Row : Rows)
    Sum += Row.Misses[Level];
  return Sum;
}

TEST(CodeRows, AddUpWhateverTheRowsAre) {
  Profile P = twoFiles();
  for (ReportBy Kind : {ReportBy::Site, ReportBy::Line, ReportBy::Function}) {
    std::vector<CodeRow> Rows = codeRows(P, Kind);
    EXPECT_EQ(sumOf(Rows, &CodeRow::accesses), 210u);
    EXPECT_EQ(misses(Rows, 0), 25u);
    EXPECT_EQ(misses(Rows, 1), 13u);
  }
}

TEST(CodeRows, ALineBelongsToNoFunctionWhereItIsInSeveral) {
  std::vector<CodeRow> Rows = codeRows(twoFiles(), ReportBy::Line);
  ASSERT_EQ(Rows.size(), 4u);
  const CodeRow &Most = Rows[0];
  EXPECT_EQ(Most.Line, 3u);
  EXPECT_EQ(Most.Function, "");
  EXPECT_EQ(Most.Loads, 40u);
  EXPECT_EQ(Most.Stores, 20u);
  EXPECT_EQ(Most.Touches, 66u);
  ASSERT_EQ(Most.Parts.size(), 2u);
  EXPECT_EQ(Most.Parts[0].Structure, StructureId(2));
  EXPECT_EQ(Most.Parts[0].Misses, (std::vector<uint64_t>{9, 3}));
  EXPECT_EQ(Rows[1].Function, "h");
}

TEST(CodeRows, FunctionsHaveNoLine) {
  std::vector<CodeRow> Rows = codeRows(twoFiles(), ReportBy::Function);
  ASSERT_EQ(Rows.size(), 4u);
  EXPECT_EQ(Rows[0].Function, "f");
  EXPECT_EQ(Rows[0].Line, 0u);
  EXPECT_EQ(Rows[0].Misses[0], 15u);
}

TEST(CodeReport, TheRestIsOneRowAndSharesAddUp) {
  std::string Text = codeTextReport(twoFiles(), ReportBy::Line, 2, {});
  EXPECT_TRUE(has(Text, "a.c:3"));
  EXPECT_TRUE(has(Text, "60.0 %  nodes 60.0 %, arcs 40.0 %"));
  EXPECT_TRUE(has(Text, "[2 others]"));
}

/// Functions without lines, as they are without debug information.
Profile withoutLines() {
  Profile P = twoFiles();
  for (CodeSite &S : P.Sites)
    S.File.clear(), S.Line = S.Column = 0;
  P.Sites.pop_back();
  return P;
}

TEST(CodeReport, FunctionsAreKnownWithoutDebugInformation) {
  std::string Text =
      codeTextReport(withoutLines(), ReportBy::Function, 20, {}, " x.mfp");
  EXPECT_TRUE(has(Text, "\nf "));
  EXPECT_TRUE(has(Text, "\ng "));
  EXPECT_FALSE(has(Text, "without -g"));
  Text = codeTextReport(withoutLines(), ReportBy::Site, 20, {});
  EXPECT_TRUE(has(Text, "\nf, store "));
}

TEST(CodeReport, SaysWhatToDoWithoutLines) {
  std::string Text =
      codeTextReport(withoutLines(), ReportBy::Line, 20, {}, " x.mfp");
  EXPECT_TRUE(has(Text, "\n[no debug information] "));
  EXPECT_TRUE(Text.ends_with("or type: memfacet report x.mfp --by function\n"));
  Profile P = twoFiles();
  P.Sites.pop_back();
  EXPECT_FALSE(has(codeTextReport(P, ReportBy::Line, 20, {}), "without -g"));
}

TEST(Annotate, CountsStandBesideTheirLines) {
  Profile P = twoFiles();
  std::vector<std::string> Source = {"one", "two", "three", "four", "five"};
  AnnotateOptions Options;
  Options.ContextLines = 0;
  std::string Text = annotate(P, "/src/a.c", Source, Options, {});
  EXPECT_FALSE(has(Text, "two"));
  EXPECT_TRUE(has(Text, "3  three  nodes 60.0 %, arcs 40.0 %"));
  EXPECT_TRUE(has(Text, "4  four   arcs 100.0 %"));
  Options.Whole = true;
  EXPECT_TRUE(has(annotate(P, "/src/a.c", Source, Options, {}), "five"));
}

TEST(Annotate, NoCountIsLostWhereTheSourceHasChanged) {
  std::string Text = annotate(twoFiles(), "/src/a.c", {"one"}, {}, {});
  EXPECT_TRUE(has(Text, "3  [not in the file]"));
}

TEST(Annotate, JsonHasTextAndCountsOfEachLine) {
  Profile P = twoFiles();
  AnnotateOptions Options;
  Options.ContextLines = 1;
  auto J = nlohmann::json::parse(
      annotateJson(P, "/src/a.c", {"one", "two", "three"}, Options));
  EXPECT_EQ(J["file"], "/src/a.c");
  const auto &Lines = J["lines"];
  ASSERT_EQ(Lines.size(), 3u);
  EXPECT_EQ(Lines[0]["line"], 2);
  EXPECT_EQ(Lines[0]["text"], "two");
  EXPECT_EQ(Lines[0]["accesses"], 0);
  EXPECT_EQ(Lines[0]["levels"][0]["misses"], 0);
  EXPECT_EQ(Lines[1]["text"], "three");
  EXPECT_EQ(Lines[1]["levels"][0]["misses"], 15);
  EXPECT_EQ(Lines[1]["structures"][0]["name"], "nodes");
  EXPECT_EQ(Lines[2]["line"], 4);
  EXPECT_TRUE(Lines[2]["text"].is_null());
}

TEST(Annotate, FilesAreFoundByTheirEnds) {
  Profile P = twoFiles();
  EXPECT_EQ(*findSource(P, "a.c"), "/src/a.c");
  EXPECT_EQ(*findSource(P, "src/b.c"), "/src/b.c");
  EXPECT_EQ(*findSource(P, "/src/b.c"), "/src/b.c");
  EXPECT_FALSE(findSource(P, "c.c"));
  P.Sites.push_back({"/other/a.c", "k", 1, 1, false, 1, 1});
  EXPECT_EQ(findSource(P, "a.c").error().Message,
            "'a.c' may be /other/a.c or /src/a.c; say which");
}

} // namespace

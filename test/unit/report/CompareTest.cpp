//===- CompareTest.cpp - two profiles side by side ------------------------===//

#include "tools/report/compare/Compare.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/report/common/TableNames.h"
#include <fmt/format.h>

namespace {

const ComparedRow *rowOf(const Comparison &C, const std::string &Name) {
  for (const ComparedRow &Row : C.Rows)
    if (Row.Name == Name)
      return &Row;
  return nullptr;
}

} // namespace

TEST(Compare, RowsAddUpToTheTotal) {
  Profile Before = handMadeProfile({heapStructure("nodes", 1000, 500, 90),
                                    heapStructure("old", 100, 50, 9)});
  Profile After = handMadeProfile({heapStructure("nodes", 900, 100, 20),
                                   heapStructure("new", 100, 70, 9),
                                   heapStructure("idle", 0, 0, 0)});
  for (LevelCounts &L : After.Structures.back().Total.Levels)
    L = {};
  Comparison C = good(compareProfiles(Before, After));
  // nodes, new, old, [library], [unattributed] with its write-backs, TOTAL.
  ASSERT_EQ(C.Rows.size(), 6u);
  EXPECT_EQ(C.Rows[0].Name, "nodes");
  EXPECT_EQ(C.Rows[0].Total[0].Levels[0].Misses, 500u);
  EXPECT_EQ(C.Rows[0].Total[1].Levels[0].Misses, 100u);
  EXPECT_EQ(C.Rows[1].Name, "new");
  EXPECT_FALSE(C.Rows[1].Has[0]);
  EXPECT_TRUE(C.Rows[1].Has[1]);
  EXPECT_FALSE(rowOf(C, "idle"));
  for (size_t Side = 0; Side != 2; ++Side) {
    Counts Sum;
    for (size_t I = 0; I + 1 < C.Rows.size(); ++I)
      Sum += C.Rows[I].Total[Side];
    EXPECT_EQ(Sum, C.Rows.back().Total[Side]);
    EXPECT_EQ(Sum, (Side ? After : Before).total());
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
std::vector<std::string> compared(Profile Before, Profile After) {
  nameForTables(Before, "/home/me");
  nameForTables(After, "/home/me");
  std::vector<std::string> Lines;
  for (const ComparedRow &Row : good(compareProfiles(Before, After)).Rows) {
    if (Row.Name != "rows")
      continue;
    std::string Line = Row.Title;
    for (size_t Side = 0; Side != 2; ++Side)
      Line += Row.Has[Side]
                  ? fmt::format(" {}", Row.Total[Side].Levels[0].Misses)
                  : " -";
    Lines.push_back(Line);
  }
  return Lines;
}

using Lines = std::vector<std::string>;

} // namespace

TEST(Compare, StructuresOfOneNameAreComparedByTypeAndPlace) {
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
      (Lines{"rows (app/build.c:1) 90 60", "rows (app/build.c:2) 50 40"}));
  // All lines have moved.
  EXPECT_EQ(
      compared(handMadeProfile({rows("int", 1, 90), rows("int", 2, 50)}),
               handMadeProfile({rows("int", 12, 49), rows("int", 11, 88)})),
      (Lines{"rows (app/build.c:1) 90 88", "rows (app/build.c:2) 50 49"}));
  EXPECT_EQ(compared(handMadeProfile({rows("int", 1, 90)}),
                     handMadeProfile({rows("int", 1, 80), rows("long", 2, 5)})),
            (Lines{"rows (int) 90 80", "rows (long) - 5"}));
}

TEST(Compare, OfOneProfileHasNoChange) {
  Profile P = handMadeProfile({heapStructure("nodes", 1000, 500, 90)});
  Comparison C = good(compareProfiles(P, P));
  for (const ComparedRow &Row : C.Rows)
    EXPECT_EQ(Row.Total[0], Row.Total[1]);
  std::string Text = compareText(C, 20, {});
  EXPECT_TRUE(has(Text, "+0.0 %"));
}

TEST(Compare, RefusesOtherCaches) {
  Profile Before = handMadeProfile({}), After = Before;
  After.Caches.Levels.pop_back();
  EXPECT_EQ(errorOf(compareProfiles(Before, After))
                .find("the profiles are of different caches"),
            0u);
}

TEST(Compare, CsvHasARowPerStructure) {
  Profile Before = handMadeProfile({heapStructure("nodes", 1000, 500, 90)});
  Profile After = handMadeProfile({heapStructure("list", 10, 5, 1)});
  Comparison C = good(compareProfiles(Before, After));
  EXPECT_EQ(compareCsv(C),
            "name,kind,type,file,line,accesses_before,accesses_after,L1_misses_"
            "before,"
            "L1_misses_after,L2_misses_before,L2_misses_after\n"
            "nodes,heap,struct node,/home/me/app/build.c,12,1000,0,500,0,90,0\n"
            "list,heap,struct node,/home/me/app/build.c,12,0,10,0,5,0,1\n"
            "[library],library,,,0,10,10,5,5,0,0\n"
            "[unattributed],unattributed,,,0,0,0,0,0,0,0\n");
}

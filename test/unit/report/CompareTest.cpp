//===- CompareTest.cpp - two profiles side by side ------------------------===//

#include "tools/report/compare/Compare.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

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
                                    heapStructure("nodes", 10, 7, 1),
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
  EXPECT_EQ(C.Rows[0].Total[0].Levels[0].Misses, 507u);
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
            "name,kind,accesses_before,accesses_after,L1_misses_before,"
            "L1_misses_after,L2_misses_before,L2_misses_after\n"
            "nodes,heap,1000,0,500,0,90,0\n"
            "list,heap,0,10,0,5,0,1\n"
            "[library],library,10,10,5,5,0,0\n"
            "[unattributed],unattributed,0,0,0,0,0,0\n");
}

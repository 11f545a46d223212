//===- IntervalSitesTest.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/IntervalSites.h"
#include "analysis/caches/cache/SiteMisses.h"
#include "test/support/Test.h"

namespace {

using Row = std::tuple<uint32_t, uint32_t, uint32_t, uint64_t>;

std::vector<Row> rows(const IntervalSites &S) {
  std::vector<Row> Result;
  for (const IntervalSites::Row &R : S.rows())
    Result.emplace_back(R.Thread.Value, R.Interval.Value, R.Site, R.Misses);
  return Result;
}

void miss(IntervalSites &S, uint32_t Site, int Times) {
  for (int I = 0; I != Times; ++I)
    S.add(Site, 1);
}

TEST(IntervalSites, KeepsEachThreadsIntervalsApart) {
  IntervalSites S;
  S.enter(ThreadId(0), IntervalId(0));
  miss(S, 5, 2);
  S.enter(ThreadId(1), IntervalId(0));
  miss(S, 5, 1);
  S.enter(ThreadId(0), IntervalId(0));
  miss(S, 7, 3);
  S.enter(ThreadId(0), IntervalId(2));
  miss(S, 5, 4);
  EXPECT_EQ(rows(S),
            (std::vector<Row>{
                {0, 0, 7, 3}, {0, 0, 5, 2}, {0, 2, 5, 4}, {1, 0, 5, 1}}));
  S.clear();
  EXPECT_TRUE(rows(S).empty());
}

TEST(IntervalSites, AddsUpAllBehindTheFirstSixteen) {
  IntervalSites S;
  S.enter(ThreadId(0), IntervalId(0));
  for (uint32_t Site = 1; Site <= 20; ++Site)
    miss(S, Site, int(Site));
  std::vector<Row> All = rows(S);
  ASSERT_EQ(All.size(), 17u);
  EXPECT_EQ(All.front(), Row(0, 0, 20, 20));
  EXPECT_EQ(All[15], Row(0, 0, 5, 5));
  EXPECT_EQ(All.back(), Row(0, 0, IntervalSites::Others, 1 + 2 + 3 + 4));
}

TEST(IntervalSites, WatchesOneLevelWhileCounted) {
  IntervalSites S;
  SiteMisses M;
  M.watch(&S, 1);
  S.enter(ThreadId(0), IntervalId(0));
  Miss Wanted{Miss::wanted(1, 0), EmptyWord, 9};
  M.add(Wanted, 0);
  M.add(Wanted, 1);
  M.count(false);
  M.add(Wanted, 1);
  M.count(true);
  EXPECT_EQ(rows(S), (std::vector<Row>{{0, 0, 9, 1}}));
  M.clear();
  M.add(Wanted, 1);
  EXPECT_EQ(rows(S), (std::vector<Row>{{0, 0, 9, 1}}));
}

} // namespace

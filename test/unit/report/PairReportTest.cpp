//===- PairReportTest.cpp - sampled pairs between threads -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/threads/PairReport.h"
#include "test/support/Test.h"

namespace {

/// Two compiled copies of one store, in thread 0, and a load in thread 1.
Profile twoThreads() {
  Profile P;
  P.Program = "prog";
  P.Structures.resize(2);
  P.Structures[0].Name = "queue";
  P.Structures[1].Name = "other";
  PairSample &S = P.Pairs;
  S.Period = 100, S.Seed = 1;
  S.Sites = {{"a.c", "put", 3, 1, AccessKind::Store, {}},
             {"a.c", "put", 3, 1, AccessKind::Store, {}},
             {"a.c", "get", 9, 1, AccessKind::Load, {}}};
  S.Vertices = {{0, StructureId(0), 0, 30, 4},
                {1, StructureId(0), 0, 20, 1},
                {2, StructureId(0), 1, 25, 0},
                {2, StructureId(1), 1, 1, 1}};
  S.Pairs = {{0, 2, 10, 0, {10}},
             {1, 2, 19, 0, {0, 19}},
             {2, 0, 25, 0, {25}},
             {0, 0, 16, 0, {16}}};
  S.Threads = {{0, 5000, 0}, {1, 2600, 0}};
  return P;
}

TEST(PairModel, MergesCopiesOfASite) {
  Profile P = twoThreads();
  PairModel M = pairModel(P, {});
  ASSERT_EQ(M.Rows.size(), 2u);
  EXPECT_EQ(M.Rows[0].Pairs, 29u);
  EXPECT_EQ(M.Rows[0].First.Site.Function, "put");
  EXPECT_EQ(M.Rows[1].Pairs, 25u);
  EXPECT_EQ(M.Chosen, 76u);
  EXPECT_EQ(M.Dangling, 6u);
  EXPECT_EQ(M.Closed, 70u);
  EXPECT_EQ(M.BetweenThreads, 54u);
  EXPECT_EQ(M.Chosen, M.Closed + M.Dangling);
  EXPECT_EQ(M.Units, 7600u);
  EXPECT_EQ(M.Matrix, (std::vector<std::vector<uint64_t>>{{16, 29}, {25, 0}}));
}

/// The first thread wrote bytes 0 to 15 of the queue's lines, the other one
/// read bytes 8 to 23: eight at most for each of 29 lines that it touched next,
/// 100 times as many as were seen.
TEST(PairModel, BytesThatGoOverAreThoseOfBoth) {
  Profile P = twoThreads();
  P.Pairs.Vertices[0].Bytes = 0xff;
  P.Pairs.Vertices[1].Bytes = 0xff00;
  P.Pairs.Vertices[2].Bytes = 0xffff00;
  PairModel M = pairModel(P, {});
  EXPECT_EQ(M.Written, 29u);
  EXPECT_EQ(M.MostBytes,
            (std::vector<std::vector<uint64_t>>{{0, 29 * 800}, {0, 0}}));
  std::string Text = pairText(P, M, {}, Terminal());
  EXPECT_TRUE(
      has(Text, "at most, estimated from 29 pairs sampled (one of 100)"));
}

TEST(PairModel, ShowsPairsWithinAThreadAndOfAStructureWhereAsked) {
  Profile P = twoThreads();
  EXPECT_EQ(pairModel(P, {.WithinThreads = true, .Named = {}}).Rows.size(), 3u);
  EXPECT_EQ(pairModel(P, {.Named = {StructureId(0)}}).Rows.size(), 2u);
  EXPECT_TRUE(pairModel(P, {.Named = {StructureId(1)}}).Rows.empty());
}

TEST(PairReport, AddsUp) {
  Profile P = twoThreads();
  PairOptions Options;
  Options.Top = 1;
  std::string Text = pairText(P, pairModel(P, Options), Options, Terminal());
  EXPECT_TRUE(has(Text, "[1 others]"));
  EXPECT_TRUE(has(Text, "5400")); // TOTAL
  EXPECT_TRUE(has(Text, "store put a.c:3"));
}

TEST(PairReport, CsvHasARowForEach) {
  Profile P = twoThreads();
  EXPECT_EQ(pairCsv(P, pairModel(P, {})).substr(0, 12), "pairs,estima");
  std::string Csv = pairCsv(P, pairModel(P, {}));
  EXPECT_EQ(std::count(Csv.begin(), Csv.end(), '\n'), 3);
}

/// Exact limits of a Poisson count (Garwood 1936): of 10, 4.80 and 18.39; of 0,
/// 0 and 3.69; of 100, 81.4 and 121.6.
TEST(PairEstimates, HaveThePoissonLimits) {
  constexpr uint64_t Period = 1000000;
  auto InPairs = [](uint64_t Value) { return double(Value) / Period; };
  PairEstimate E = estimateOf(10, Period);
  EXPECT_EQ(E.Count, 10 * Period);
  EXPECT_NEAR(InPairs(E.Low), 4.80, 0.02);
  EXPECT_NEAR(InPairs(E.High), 18.39, 0.02);
  E = estimateOf(0, Period);
  EXPECT_EQ(E.Low, 0u);
  EXPECT_NEAR(InPairs(E.High), 3.69, 0.05);
  E = estimateOf(100, Period);
  EXPECT_NEAR(InPairs(E.Low), 81.4, 0.1);
  EXPECT_NEAR(InPairs(E.High), 121.6, 0.1);
}

TEST(PairEstimates, OfEverythingAreCertain) {
  PairEstimate E = estimateOf(17, 1);
  EXPECT_EQ(E.Count, 17u);
  EXPECT_EQ(E.Low, 17u);
  EXPECT_EQ(E.High, 17u);
}

} // namespace

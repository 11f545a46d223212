//===- TextReportTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/structures/StructureReport.h"

TEST(TextReport, ShowsTheRunThenTheTable) {
  Profile P = handMadeProfile({heapStructure("nodes", 100'000, 50'000, 900)});
  nameForTables(P, "/home/me/app");
  EXPECT_EQ(
      textReport(P, {*findSortColumn(P.Caches, ""), 20},
                 {false, "what was found\n"}, Terminal()),
      "program       ./app --size '3 4'\n"
      "instructions  1.00 M in 1 thread; intervals of 500 K\n"
      "caches        L1 32 KiB 8-way, L2 1 MiB 16-way shared; 64 B lines "
      "(custom, spec)\n"
      "model         LRU, write-back, write-allocate, non-inclusive; no "
      "coherence, no prefetching\n"
      "misses        L1 50.0, L2 0.90 per 1000 instructions\n"
      "\n"
      "what was found\n"
      "\n"
      "structure       kind  type         where              size  objects  "
      "accesses  L1 misses    rate  L2 misses   rate    share\n"
      "nodes           heap  struct node  build.c:12 build  2 KiB        2  "
      "   100 K     50.0 K  50.0 %        900  1.8 %  100.0 %\n"
      "[library]                                                -        -  "
      "      10          5  50.0 %          0  0.0 %    0.0 %\n"
      "[unattributed]                                           -        -  "
      "       0          0       -          0      -    0.0 %\n" +
          std::string(123, '-') +
          "\n"
          "TOTAL                                                2 KiB        2 "
          " "
          "   100 K     50.0 K  50.0 %        900  1.8 %  100.0 %\n");
}

TEST(TextReport, SaysHowSureMissesOfSomeLinesAre) {
  Profile P = handMadeProfile({heapStructure("nodes", 100'000, 50'000, 800),
                               heapStructure("few", 100, 160, 0)});
  P.Lines.Stretches = {{0, 0}, {41'200'000, 1}, {50'000'000, 3}};
  P.Lines.ByStructure = {{{0, 0}, {0, 0}},
                         {{0, 0}, {0, 0}},
                         {{48'000, 51'550}, {784, 804}},
                         {{20, 900}, {0, 24}}};
  P.Lines.Total = {{48'500, 51'600}, {790, 830}};
  std::string Text = textReport(P, {*findSortColumn(P.Caches, ""), 20},
                                TextOptions(), Terminal());
  EXPECT_TRUE(has(Text, "lines         all for 41.2 M instructions, 1 in 2 for "
                        "8.80 M, then 1 in 8 (each of them exactly); misses "
                        "and write-backs are estimates, +- is half a 95 % "
                        "interval\n"))
      << Text;
  P.Lines.Stretches = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {70'000, 4}};
  std::string Short = textReport(P, {*findSortColumn(P.Caches, ""), 20},
                                 TextOptions(), Terminal());
  EXPECT_TRUE(has(Short, "lines         all at first, 1 in 8 for 70.0 K "
                         "instructions, then 1 in 16 (each"))
      << Short;
  EXPECT_TRUE(has(Text, "50.0 K      4.0 %    50.0 %        800    2.0 %"))
      << Text;
  // More misses than accesses: an estimate, and an unsure one.
  EXPECT_TRUE(has(Text, "160  20 to 900  ~100.0 %          0  0 to 24"))
      << Text;
}

TEST(TextReport, SaysHowManyStructuresWereNotAccessed) {
  Profile P = handMadeProfile({heapStructure("nodes", 100, 50, 9)});
  auto LastLine = [&] {
    std::string Text = textReport(P, {*findSortColumn(P.Caches, ""), 20},
                                  TextOptions(), Terminal());
    return Text.substr(Text.rfind('\n', Text.size() - 2) + 1);
  };
  EXPECT_EQ(LastLine().substr(0, 5), "TOTAL");
  P.Structures.push_back(heapStructure("unused", 0, 0, 0));
  P.Structures.back().Total = Counts();
  EXPECT_EQ(LastLine(), "1 structure without accesses not shown (2 KiB in 2 "
                        "objects): --all\n");
  P.Structures.push_back(P.Structures.back());
  P.Structures.back().Objects = P.Structures[3].Objects = 0;
  EXPECT_EQ(LastLine(), "2 structures without accesses not shown: --all\n");
}

TEST(TextReport, LossAndNotesStandAboveTheTable) {
  Profile P = handMadeProfile({});
  P.Loss = {1, 2, 3, 4, true, "it ends at byte 7"};
  P.Notes = {"doubtful"};
  std::vector<std::string> Warnings;
  for (const HeaderLine &Line : reportHeader(P))
    if (Line.Warning)
      Warnings.push_back(Line.Label + ": " + Line.Text);
  EXPECT_EQ(Warnings,
            (std::vector<std::string>{
                "data loss: the trace is not whole: it ends at byte 7",
                "data loss: 1 chunk of events had to be discarded",
                "data loss: 2 words of events could not be understood",
                "data loss: 3 ordered events never arrived",
                "data loss: 4 records cut where the program died",
                "note: doubtful"}));
}

TEST(TextReport, SaysWhatDependsOnTheOrderOfThreads) {
  Profile P = handMadeProfile({});
  auto Line = [&] {
    for (const HeaderLine &L : reportHeader(P))
      if (L.Label == "order")
        return L.Text;
    return std::string("none");
  };
  P.Caches = good(parseCacheModel("L1=32K,8;L2=256K,8;L3=1M,16,shared"));
  P.Threads.resize(1);
  EXPECT_EQ(Line(), "none");
  P.Threads.resize(3);
  EXPECT_EQ(Line(), "misses of L3 (shared) depend on the order in which "
                    "threads ran this time");
  P.Caches.Coherent = true;
  EXPECT_EQ(Line(), "misses of L1, L2, L3 (coherent) depend on the order in "
                    "which threads ran this time");
  P.Caches = good(parseCacheModel("L1=32K,8;L2=256K,8"));
  EXPECT_EQ(Line(), "none");
  P.Caches.Levels[1].Threads = 2;
  P.Ranks.resize(3); // of one thread each
  EXPECT_EQ(Line(), "none");
  P.Ranks.resize(2);
  EXPECT_EQ(Line(), "misses of L2 (shared) depend on the order in which "
                    "threads ran this time");
}

TEST(TextReport, BlindSpotsAreToldByHowOftenTheyWereExecuted) {
  Profile P = handMadeProfile({});
  auto Line = [&] {
    nameForTables(P, "/src");
    for (const HeaderLine &L : reportHeader(P))
      if (L.Label == "blind spots")
        return L.Text;
    return std::string("none");
  };
  EXPECT_EQ(Line(), "none");
  P.BlindSpots = {{"/src/a.c", "never", 3, 1, 0}};
  EXPECT_EQ(Line(), "none");
  P.BlindSpots.push_back({"/src/lib/a.c", "few", 4, 1, 7});
  EXPECT_EQ(Line(), "inline assembly, whose accesses are not counted: 1 of 2 "
                    "statements executed 7 times (lib/a.c:4 few 7)");
  P.BlindSpots.push_back({"b.c", "many", 5, 1, 20000});
  P.BlindSpots.push_back({"b.c", "some", 6, 1, 8});
  P.BlindSpots.push_back({"b.c", "one", 7, 1, 1});
  EXPECT_EQ(Line(), "inline assembly, whose accesses are not counted: 4 of 5 "
                    "statements executed 20.0 K times (b.c:5 many 20.0 K, "
                    "b.c:6 some 8, lib/a.c:4 few 7 and 1 more)");
}

TEST(TextReport, ThreadsGetTablesOfTheirOwn) {
  Profile P = handMadeProfile({heapStructure("nodes", 100, 50, 9)});
  P.Threads.push_back({1, 0, 5});
  P.ByThread = {{1, StructureId(2), P.Structures[2].Total}};
  std::string Text = textReport(P, {*findSortColumn(P.Caches, ""), 20},
                                {true, ""}, Terminal());
  size_t Second = Text.find("thread 1 (started by 0): 5 instructions");
  ASSERT_NE(Second, std::string::npos);
  EXPECT_TRUE(has(Text.substr(Second), "nodes"));
  size_t First = Text.find("thread 0 (main): 1.00 M instructions");
  ASSERT_NE(First, std::string::npos);
  EXPECT_GT(Text.find("nodes", First), Second);
}

TEST(DescribeCaches, NamesTheKindsOfAssociativity) {
  CacheModel Model = {
      "x", "y", 32, {{"L1", 1024, 32, false}, {"L2", 4096, 1, true}}};
  EXPECT_EQ(describeCaches(Model), "L1 1 KiB fully associative, L2 4 KiB "
                                   "direct-mapped shared; 32 B lines");
}

//===- CriticalityTest.cpp - misses next to stalls ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/misses/Criticality.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/record/CollectPlan.h"
#include <nlohmann/json.hpp>

namespace {

constexpr uint32_t Stream = 2, Chased = 3, Third = 4;

/// 1000 misses but for 5 of the library's, 1000 stall cycles.
Profile profile() {
  Profile P = handMadeProfile({heapStructure("stream", 9000, 900, 100),
                               heapStructure("chased", 500, 20, 10),
                               heapStructure("third", 500, 75, 10),
                               heapStructure("idle", 0, 0, 0)});
  P.Core.Name = "zen4";
  P.Core.Spec = parseCoreModel("zen4")->spec();
  P.Core.Threads = {{0, 3000, 2500, 1200, 500, 100, 80, 20, 100, 30},
                    {4, 1000, 900, 400, 100, 0, 0, 0, 50, 10}};
  P.Sites = {{"a.c", "f", 3, 1, false, 10, 10},
             {"a.c", "f", 4, 1, false, 5, 5}};
  P.Core.Stalls = {{0, 0, StructureId(Stream), 300},
                   {0, 1, StructureId(Chased), 150},
                   {0, CoreStalls::NoSite, StructureId(Chased), 50},
                   {4, 1, StructureId(Chased), 300}};
  return P;
}

TEST(Criticality, RanksByStallsAndMarksWhatCostsMoreThanItsMisses) {
  Criticality C = criticality(profile());
  EXPECT_EQ(C.Misses, 1000u);
  EXPECT_EQ(C.Stalls, 1000u);
  ASSERT_EQ(C.Rows.size(), 4u); // not idle, nor [unattributed]
  EXPECT_EQ(C.Rows[0].Structure, StructureId(Chased));
  EXPECT_EQ(C.Rows[0].Stalls, 500u);
  EXPECT_EQ(C.Rows[0].StallTenths, 500u);
  EXPECT_EQ(C.Rows[0].MissTenths, 20u);
  EXPECT_TRUE(C.Rows[0].Critical);
  EXPECT_EQ(C.Rows[1].Structure, StructureId(Stream));
  EXPECT_FALSE(C.Rows[1].Critical);
  EXPECT_EQ(C.Rows[2].Structure, StructureId(Third));
  EXPECT_EQ(C.ComputationTenths, 100u);
  EXPECT_EQ(C.BranchTenths, 80u);
  EXPECT_EQ(C.StartTenths, 20u);
}

TEST(Criticality, TwiceTheMissesIsNotMoreThanTwice) {
  Profile P = profile();
  P.Core.Threads = {{0, 1, 1, 100, 0, 0, 0, 0, 0, 0}};
  P.Core.Stalls = {{0, 0, StructureId(Chased), 4},
                   {0, 0, StructureId(Stream), 96}};
  EXPECT_FALSE(criticality(P).Rows[1].Critical);
  P.Core.Stalls = {{0, 0, StructureId(Chased), 5},
                   {0, 0, StructureId(Stream), 95}};
  EXPECT_TRUE(criticality(P).Rows[1].Critical);
}

TEST(Criticality, TheTextAddsUp) {
  std::string Text = criticalText(profile(), 2, {});
  auto expectText = [&](const char *Part) { EXPECT_TRUE(has(Text, Part)); };
  expectText("zen4: out of order, 6 wide, window of 320, 24 misses at once");
  expectText(
      "1600 in 2 threads; 4000 instructions, 3400 operations; 2.12 operations");
  expectText("62.5 % of the cycles: 1000");
  expectText("150 predicted, 26.7 % wrongly");
  expectText("critical: 25.0 times its misses");
  expectText("[2 others]");
  expectText("TOTAL");
  EXPECT_FALSE(has(Text, "third"));
  EXPECT_FALSE(has(Text, "speed-up"));
}

TEST(Criticality, JsonHasEverySite) {
  auto J = nlohmann::json::parse(criticalJson(profile()));
  EXPECT_EQ(J["cycles"], 1600);
  EXPECT_EQ(J["stall_cycles"], 1000);
  EXPECT_EQ(J["ipc"], 3400.0 / 1600);
  ASSERT_EQ(J["structures"].size(), 4u);
  const auto &First = J["structures"][0];
  EXPECT_EQ(First["name"], "chased");
  EXPECT_EQ(First["critical"], true);
  // Both threads; what has no site stands alone.
  ASSERT_EQ(First["sites"].size(), 2u);
  EXPECT_EQ(First["sites"][0]["line"], 4);
  EXPECT_EQ(First["sites"][0]["stall_cycles"], 450);
  EXPECT_EQ(First["sites"][1], nlohmann::json({{"stall_cycles", 50}}));
  EXPECT_EQ(J["threads"][1]["cycles"], 400);
}

TEST(Criticality, CsvHasARowForEachCause) {
  EXPECT_EQ(criticalCsv(profile()),
            "name,kind,type,misses,stall_cycles,critical\n"
            "chased,heap,struct node,20,500,1\n"
            "stream,heap,struct node,900,300,0\n"
            "third,heap,struct node,75,0,0\n"
            "[library],library,,5,0,0\n"
            "[computation],,,0,100,0\n"
            "[branches],,,0,80,0\n"
            "[start],,,0,20,0\n");
}

using Scenarios = std::vector<std::vector<StructureId>>;

TEST(Criticality, ScenariosShowWhatEachStructureAdds) {
  Profile P = profile();
  P.Core.Scenarios = {{{StructureId(Chased)}, 1000},
                      {{StructureId(Chased), StructureId(Stream)}, 800}};
  EXPECT_EQ(scenarioText(P, {}), "perfect  cycles  speed-up  added\n"
                                 "      0    1600      1.00  (as it is)\n"
                                 "      1    1000      1.60  chased\n"
                                 "      2     800      2.00  stream\n");
  auto J = nlohmann::json::parse(criticalJson(P));
  EXPECT_EQ(J["scenarios"][1]["perfect"], nlohmann::json({"chased", "stream"}));
  EXPECT_EQ(J["scenarios"][1]["speed_up"], 2.0);
}

TEST(PerfectScenarios, AreNamesThenTheWorstOneByOne) {
  Profile P = profile();
  StructureId S(Stream), C(Chased), T(Third);
  EXPECT_EQ(*perfectScenarios(P, {"third"}), (Scenarios{{T}}));
  EXPECT_EQ(*perfectScenarios(P, {"third", "stream"}), (Scenarios{{T, S}}));
  EXPECT_EQ(*perfectScenarios(P, {"top:2"}), (Scenarios{{C}, {C, S}}));
  EXPECT_EQ(*perfectScenarios(P, {"top:2:misses"}), (Scenarios{{S}, {S, T}}));
  EXPECT_EQ(*perfectScenarios(P, {"stream", "top:2"}),
            (Scenarios{{S}, {S, C}, {S, C, T}}));
  // There are no more than there are.
  EXPECT_EQ(perfectScenarios(P, {"top:64"})->size(), 4u);
}

TEST(PerfectScenarios, ErrorsSayWhatToWrite) {
  Profile P = profile();
  auto Says = [&](const char *Word) {
    auto Result = perfectScenarios(P, {Word});
    return Result ? std::string("fine") : Result.error().Message;
  };
  EXPECT_EQ(Says("chasd"),
            "no structure is called 'chasd'; did you mean 'chased'?");
  for (const char *Wrong : {"top:", "top:0", "top:x", "top:65", "top:2:stalls"})
    EXPECT_EQ(Says(Wrong), fmt::format("'{}': write top:N or top:N:misses, N "
                                       "from 1 to 64",
                                       Wrong));
}

} // namespace

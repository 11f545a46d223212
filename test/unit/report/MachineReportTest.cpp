//===- MachineReportTest.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/report/structures/StructureReport.h"
#include <nlohmann/json.hpp>

namespace {

SortColumn byMisses(const Profile &P) { return *findSortColumn(P.Caches, ""); }

nlohmann::json parsed(const Profile &P, bool PerThread = false) {
  return nlohmann::json::parse(jsonReport(P, byMisses(P), PerThread));
}

} // namespace

TEST(JsonReport, HasEveryNumberOfAStructure) {
  nlohmann::json J =
      parsed(handMadeProfile({heapStructure("net->nodes", 100, 50, 9)}));
  EXPECT_EQ(J["structures"][0], nlohmann::json::parse(R"({
    "name": "net->nodes", "kind": "heap", "named": true,
    "type": "struct node", "file": "/home/me/app/build.c", "line": 12,
    "function": "build", "element_bytes": 64, "bytes": 4096,
    "peak_bytes": 2048, "objects": 2, "accesses": 100, "loads": 75,
    "stores": 25,
    "levels": [
      {"name": "L1", "accesses": 100, "misses": 50, "mpki": 0.05,
       "writebacks": 3},
      {"name": "L2", "accesses": 50, "misses": 9, "mpki": 0.009,
       "writebacks": 1}]})"));
}

TEST(JsonReport, HasTheRunItsCachesAndTheTotal) {
  nlohmann::json J =
      parsed(handMadeProfile({heapStructure("nodes", 100, 50, 9)}));
  EXPECT_EQ(J["schema_version"], 1);
  EXPECT_EQ(J["program"], "./app");
  EXPECT_EQ(J["arguments"], (std::vector<std::string>{"--size", "3 4"}));
  EXPECT_EQ(J["instructions"], 1'000'000);
  EXPECT_EQ(J["caches"]["spec"], "L1=32K,8;L2=1M,16,shared;line=64");
  EXPECT_EQ(J["caches"]["levels"][1]["shared"], true);
  EXPECT_EQ(J["total"]["accesses"], 110);
  EXPECT_EQ(J["total"]["levels"][0]["misses"], 55);
  EXPECT_EQ(J["structures"].size(), 3u);
  EXPECT_FALSE(J["threads"][0].contains("structures"));
}

TEST(JsonReport, SaysNothingThatDiffersBetweenEqualRuns) {
  Profile P = handMadeProfile({heapStructure("nodes", 100, 50, 9)});
  std::string First = jsonReport(P, byMisses(P), true);
  P.ProcessId = 4711;
  EXPECT_EQ(jsonReport(P, byMisses(P), true), First);
}

TEST(JsonReport, BytesThatAreNotUtf8AreReplaced) {
  nlohmann::json J =
      parsed(handMadeProfile({heapStructure("a\xff\"b", 100, 50, 9)}));
  EXPECT_EQ(J["structures"][0]["name"], "a\xef\xbf\xbd\"b");
}

TEST(JsonReport, LossAndNotesAreThere) {
  Profile P = handMadeProfile({});
  P.Loss.CutRecords = 1;
  P.Loss.Truncated = true;
  P.Loss.TruncatedWhy = "it ends at byte 7";
  P.Notes = {"doubtful"};
  nlohmann::json J = parsed(P);
  EXPECT_EQ(J["loss"]["cut_records"], 1);
  EXPECT_EQ(J["loss"]["truncated"], true);
  EXPECT_EQ(J["loss"]["truncated_why"], "it ends at byte 7");
  EXPECT_EQ(J["notes"], std::vector<std::string>{"doubtful"});
}

TEST(JsonReport, BlindSpotsHavePlaceAndCount) {
  Profile P = handMadeProfile({});
  EXPECT_EQ(parsed(P)["blind_spots"], nlohmann::json::array());
  P.BlindSpots = {{"a.c", "copy", 3, 5, 10}};
  EXPECT_EQ(parsed(P)["blind_spots"],
            nlohmann::json::array({{{"kind", "inline assembly"},
                                    {"file", "a.c"},
                                    {"line", 3},
                                    {"column", 5},
                                    {"function", "copy"},
                                    {"executions", 10}}}));
}

TEST(JsonReport, ThreadsCarryTheirOwnCountsOnRequest) {
  Profile P = handMadeProfile({heapStructure("nodes", 100, 50, 9)});
  P.ByThread = {{0, StructureId(2), P.Structures[2].Total}};
  nlohmann::json J = parsed(P, true);
  EXPECT_EQ(J["threads"][0]["structures"][0]["name"], "nodes");
  EXPECT_EQ(J["threads"][0]["structures"][0]["accesses"], 100);
}

TEST(CsvReport, HasAHeaderAndARowPerStructure) {
  Profile P = handMadeProfile({heapStructure("nodes", 100, 50, 9)});
  EXPECT_EQ(
      csvReport(P, byMisses(P), false),
      "name,kind,named,type,file,line,function,element_bytes,bytes,peak_bytes,"
      "objects,accesses,loads,stores,L1_accesses,L1_misses,L1_writebacks,"
      "L2_accesses,L2_misses,L2_writebacks\n"
      "nodes,heap,1,struct node,/home/me/app/build.c,12,build,64,4096,2048,2,"
      "100,75,25,100,50,3,50,9,1\n"
      "[library],library,0,,,0,,0,0,0,0,10,8,2,10,5,3,5,0,1\n"
      "[unattributed],unattributed,0,,,0,,0,0,0,0,0,0,0,0,0,3,0,0,1\n");
}

TEST(CsvReport, AwkwardNamesAreQuoted) {
  Profile P = handMadeProfile({heapStructure("map<int, \"x\">", 9, 8, 0)});
  std::string Csv = csvReport(P, byMisses(P), false);
  EXPECT_TRUE(has(Csv, "\n\"map<int, \"\"x\"\">\",heap,"));
}

TEST(CsvReport, ThreadsComeFirst) {
  Profile P = handMadeProfile({heapStructure("nodes", 100, 50, 9)});
  P.ByThread = {{0, StructureId(2), P.Structures[2].Total}};
  std::string Csv = csvReport(P, byMisses(P), true);
  EXPECT_EQ(Csv.substr(0, 12), "thread,name,");
  EXPECT_TRUE(has(Csv, "\n0,nodes,heap,"));
}

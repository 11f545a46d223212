//===- ProcessLinesTest.cpp - lines that processes take from each other ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ProcessLines.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/report/threads/ProcessReport.h"

namespace {

// After the two that every profile has.
constexpr StructureId Jobs(2), Tallies(3);

/// A merged profile of three processes.
Profile three() {
  Profile P = handMadeProfile(
      {heapStructure("jobs", 0, 0, 0), heapStructure("tallies", 0, 0, 0)});
  P.Ranks = {{"0", 0, 1}, {"1", 1, 2}, {"2", 2, 3}};
  return P;
}

/// Adds what a process does with line 0, of which a tenth was sampled.
void use(Profile &P, StructureId Id, uint32_t Process, uint64_t Accesses,
         uint64_t Writes, uint64_t Bytes, uint64_t Line = 0) {
  P.Mappings.Uses.push_back(
      {Id, Process, 10 * Accesses, 10 * Writes, Accesses});
  P.Mappings.Lines.push_back(
      {Id, Process, Line, Accesses, Writes, Bytes, Writes ? Bytes : 0});
}

TEST(ProcessLines, OneMissesAtMostWhatItAccessesAndOthersWrite) {
  Profile P = three();
  use(P, Tallies, 0, 20, 10, 0xff);
  use(P, Tallies, 1, 60, 30, 0xff00);
  std::vector<report::ProcessLines> All = report::processLines(P);
  ASSERT_EQ(All.size(), 1u);
  // Process 0: 200 accesses, 300 writes of the other. Process 1: 600 and 100.
  EXPECT_EQ(All[0].Misses, 300u);
  EXPECT_EQ(All[0].False, 300u);
  EXPECT_EQ(All[0].Lines, 1u);
  EXPECT_EQ(All[0].Processes, 2u);
  EXPECT_TRUE(report::hasProcessLines(P));
}

TEST(ProcessLines, TheSameBytesAreNoFalseSharing) {
  Profile P = three();
  use(P, Jobs, 0, 20, 10, 0xff);
  use(P, Jobs, 1, 60, 0, 0xf);
  use(P, Jobs, 2, 5, 5, 0xf000);
  std::vector<report::ProcessLines> All = report::processLines(P);
  ASSERT_EQ(All.size(), 1u);
  // 0: 50 by 2. 1: 150, of these 50 by 2. 2: 50 by 0.
  EXPECT_EQ(All[0].Misses, 50u + 150u + 50u);
  EXPECT_EQ(All[0].False, 50u + 50u + 50u);
  EXPECT_EQ(All[0].Processes, 3u);
}

TEST(ProcessLines, NothingIsLostInLinesOfTheirOwnOrThatNobodyWrites) {
  Profile P = three();
  use(P, Tallies, 0, 20, 10, 0xff, 0);
  use(P, Tallies, 1, 20, 10, 0xff, 1);
  use(P, Jobs, 0, 20, 0, 0xff);
  use(P, Jobs, 1, 20, 0, 0xff);
  EXPECT_TRUE(report::processLines(P).empty());
  EXPECT_FALSE(report::hasProcessLines(P));
  EXPECT_EQ(report::writtenMappings(P), "tallies");
}

// A sample that met few writes by chance says no more than all writes allow.
TEST(ProcessLines, NoMoreAreLostThanTheWholeRunAllows) {
  Profile P = three();
  use(P, Tallies, 0, 20, 20, 0xff);
  use(P, Tallies, 1, 20, 20, 0xff00);
  for (MappingUse &U : P.Mappings.Uses)
    U.Stores = 7;
  EXPECT_EQ(report::processLines(P)[0].Misses, 14u);
}

TEST(ProcessLines, IsTextAndJson) {
  Profile P = three();
  use(P, Tallies, 0, 20, 10, 0xff);
  use(P, Tallies, 1, 60, 30, 0xff00);
  std::string Text = report::processText(P, {}, {});
  EXPECT_TRUE(has(Text, "processes     3, in an order that was not recorded"));
  EXPECT_TRUE(has(Text, "tallies            2           1  0 to 300  0 to 300"))
      << Text;
  EXPECT_TRUE(has(report::processJson(P, {}), "\"false_high\": 300"));
  EXPECT_FALSE(has(report::processText(P, {Jobs}, {}), "tallies"));
}

} // namespace

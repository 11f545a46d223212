//===- ProgramTimeTest.cpp - parts of a profile's time --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/stalls/ProgramTime.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

namespace {

class Times : public testing::Test {
protected:
  Times() {
    P = handMadeProfile({heapStructure("data", 1000, 100, 10)});
    P.Sites.clear();
    P.BySite.clear();
  }

  /// Steps in the order of StepKind.
  void add(std::array<uint64_t, StepKinds> Steps, bool Write = false,
           uint32_t Line = 1) {
    CodeSite Site;
    Site.Function = "walk";
    Site.Line = Line;
    Site.Write = Write;
    P.Sites.push_back(Site);
    SiteCounts C;
    C.Site = uint32_t(P.Sites.size() - 1);
    C.Structure = StructureId(2);
    C.Misses = {100, 10};
    C.Accesses = 1000;
    C.Steps.Steps = Steps;
    P.BySite.push_back(C);
  }
  double part(TimePart Part) { return programTime(P).Structures[2][Part]; }
  static double costOf(TimePart Part, double Share = 1) {
    return Share *
           (100 * stallCycles(Part, 0, 2) + 10 * stallCycles(Part, 1, 2));
  }

  Profile P;
};

TEST_F(Times, EachStepHasAPart) {
  add({0, 0, 0, 1000, 0, 0});
  EXPECT_DOUBLE_EQ(part(TimePart::Chain), costOf(TimePart::Chain));
  P.BySite[0].Steps.Steps = {1000, 0, 0, 0, 0, 0};
  EXPECT_DOUBLE_EQ(part(TimePart::Stream), costOf(TimePart::Stream));
  P.BySite[0].Steps.Steps = {0, 0, 0, 0, 1000, 0};
  EXPECT_DOUBLE_EQ(part(TimePart::Gather), costOf(TimePart::Gather));
  P.BySite[0].Steps.Steps = {0, 0, 0, 0, 0, 1000};
  EXPECT_DOUBLE_EQ(part(TimePart::Irregular), costOf(TimePart::Irregular));
  P.BySite[0].Steps.Steps = {};
  EXPECT_DOUBLE_EQ(part(TimePart::Gather), costOf(TimePart::Gather));
}

TEST_F(Times, StoresWaitInTheBufferUnlessTheyAreAStream) {
  add({0, 0, 0, 0, 500, 500}, true);
  EXPECT_DOUBLE_EQ(part(TimePart::Store), costOf(TimePart::Store));
  P.BySite[0].Steps.Steps = {1000, 0, 0, 0, 0, 0};
  EXPECT_DOUBLE_EQ(part(TimePart::Stream), costOf(TimePart::Stream));
}

// A step to the next of eight elements of a line misses once in eight times.
TEST_F(Times, StepsWithinALineMissLess) {
  P.Structures[2].ElementBytes = 8;
  add({800, 0, 0, 100, 0, 0});
  EXPECT_DOUBLE_EQ(part(TimePart::Stream), costOf(TimePart::Stream, 0.5));
  EXPECT_DOUBLE_EQ(part(TimePart::Chain), costOf(TimePart::Chain, 0.5));
}

TEST_F(Times, PrefetchersFollowStepsWithinAPage) {
  add({0, 1000, 0, 0, 0, 0});
  P.BySite[0].Steps.Strides = {{-2048, 750}, {4160, 250}};
  EXPECT_DOUBLE_EQ(part(TimePart::Stream), costOf(TimePart::Stream, 0.75));
  EXPECT_DOUBLE_EQ(part(TimePart::Irregular),
                   costOf(TimePart::Irregular, 0.25));
}

// L1 has 64 sets: steps of 4096 bytes meet one, of 6144 two, of 5120 four.
TEST_F(Times, ColumnsMeetFewSets) {
  P.Caches = *parseCacheModel("L1=32K,8;L2=256K,8");
  add({0, 1000, 0, 0, 0, 0});
  P.BySite[0].Steps.Strides = {
      {-4096, 250}, {6144, 250}, {5120, 250}, {4097, 250}};
  EXPECT_DOUBLE_EQ(part(TimePart::Column), costOf(TimePart::Column, 0.5));
  EXPECT_DOUBLE_EQ(part(TimePart::Irregular), costOf(TimePart::Irregular, 0.5));
}

TEST_F(Times, SearchesAreHalfPredicted) {
  P.Instructions = 0;
  add({0, 0, 0, 0, 0, 0, 1000});
  EXPECT_DOUBLE_EQ(part(TimePart::Search), costOf(TimePart::Search));
  EXPECT_DOUBLE_EQ(programTime(P).Whole[TimePart::Computation], 8000);
  EXPECT_DOUBLE_EQ(costOf(TimePart::Search), costOf(TimePart::Chain) / 2);
}

// A node's two members are loaded in one step of 4 cycles.
TEST_F(Times, AChainOfHitsTakesItsLatency) {
  P.Instructions = 0;
  add({0, 0, 0, 1000, 0, 0}, false, 1);
  add({0, 0, 0, 1000, 0, 0}, false, 2);
  EXPECT_DOUBLE_EQ(programTime(P).Whole[TimePart::Computation], 4000);
  P.Sites[1].Function = "other";
  EXPECT_DOUBLE_EQ(programTime(P).Whole[TimePart::Computation], 8000);
}

TEST_F(Times, LostLinesAreContests) {
  SharingVertex V;
  V.Structure = StructureId(2);
  V.True = 3;
  V.False = 4;
  P.Sharing.Vertices = {V};
  EXPECT_DOUBLE_EQ(part(TimePart::Contest),
                   7 * stallCycles(TimePart::Contest, 0, 1));
}

TEST_F(Times, TheWholeIsTheComputationAndAllStructures) {
  add({0, 0, 0, 500, 500, 0});
  ProgramTime T = programTime(P);
  TimeSum Sum;
  for (const TimeSum &S : T.Structures)
    Sum += S;
  EXPECT_DOUBLE_EQ(T.Whole.total(),
                   Sum.total() + T.Whole[TimePart::Computation]);
  EXPECT_DOUBLE_EQ(streamTime(P.Structures[2].Total).total(),
                   costOf(TimePart::Stream));
}

TEST_F(Times, WhatAnotherBuildSavesIsAMeanOfRuns) {
  Profile Fast = P, Slow = P;
  Fast.Instructions = P.Instructions / 2;
  Slow.Instructions = P.Instructions * 3 / 2;
  EXPECT_DOUBLE_EQ(savedShare(std::array{P}, std::array{Fast}).Likely, 0.5);
  EXPECT_DOUBLE_EQ(savedShare(std::array{P, P}, std::array{Fast, Slow}).Likely,
                   0);
}

} // namespace

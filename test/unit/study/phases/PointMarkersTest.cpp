//===- PointMarkersTest.cpp - where points begin and end ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/PointMarkers.h"
#include "test/support/PlantedRun.h"
#include "test/support/Test.h"

namespace {

/// Thread 0 does phases 0 1 0 1 0, one after the other; each interval executes
/// its block 100 times. Points: intervals 2 and 3.
class PointMarkers : public testing::Test {
protected:
  void SetUp() override {
    for (uint32_t I = 0; I != 5; ++I)
      All.push_back({0, I, I % 2});
    Runs.push_back(plantedRun(All, 2));
    Study.Picked = {{0, 2, 0.6, 0, {}}, {1, 3, 0.4, 0, {}}};
    Study.Sample = {{2, 0.6}, {3, 0.4}};
  }
  std::vector<std::optional<MarkedRegion>>
  marked(MarkerBlocks Choice = MarkerBlocks::Any, uint64_t Period = 0) {
    return pointMarkers(*phaseInput(Runs, Period), Study, Choice);
  }

  std::vector<PlantedInterval> All;
  std::vector<Profile> Runs;
  PhaseStudy Study;
};

} // namespace

TEST_F(PointMarkers, CountTheExecutionsBeforeThem) {
  auto Markers = marked();
  ASSERT_EQ(Markers.size(), 2u);
  // Interval 2 comes after 100 executions of each; block 1 begins interval 3.
  EXPECT_EQ(Markers[0], (MarkedRegion{{0, 101}, {1, 101}, 1}));
  EXPECT_EQ(Markers[1], (MarkedRegion{{1, 101}, {0, 201}, 1}));
}

TEST_F(PointMarkers, OfSpansAreOfAllTheirIntervals) {
  // Spans are 0 1, 2 3, 4; the point is the second.
  Study.Picked = {{0, 1, 1, 0, {}}};
  auto Markers = marked(MarkerBlocks::Any, 2000);
  ASSERT_EQ(Markers.size(), 1u);
  EXPECT_EQ(Markers[0], (MarkedRegion{{0, 101}, {0, 201}, 100}));
}

TEST_F(PointMarkers, AreEntriesOfFunctionsWhereOnlyTheseAreWanted) {
  Runs[0].Vectors.Blocks[0].Symbol = "f0";
  auto Markers = marked(MarkerBlocks::Entries);
  // Nothing is entered in interval 3, nor after interval 2, which so has no
  // end.
  EXPECT_EQ(Markers[0], std::nullopt);
  EXPECT_EQ(Markers[1], std::nullopt);
  Runs[0].Vectors.Blocks[1].Symbol = "f1";
  EXPECT_TRUE(marked(MarkerBlocks::Entries)[0]);
}

TEST_F(PointMarkers, NeedBlockVectors) {
  Runs[0].Vectors = {};
  EXPECT_EQ(marked(), std::vector<std::optional<MarkedRegion>>(2));
  EXPECT_EQ(errorOf(markedPoints(*phaseInput(Runs, 0), Study)),
            "'planted' was recorded without block vectors, which markers are "
            "counts of; record it with --phases or --blocks");
}

TEST_F(PointMarkers, OfFilesThatAreGoneAreAnError) {
  for (CodeBlock &B : Runs[0].Vectors.Blocks)
    B.Symbol = B.Function, B.Object = "/nowhere/planted";
  EXPECT_EQ(errorOf(markedPoints(*phaseInput(Runs, 0), Study)).substr(0, 31),
            "cannot open '/nowhere/planted':");
}
